import type { Reporter, TestModule } from "vitest/node";

/** Ends every run with one plain line that scripts can read: `N passed, N failed`. */
export class PlainLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    for (const module of modules) {
      const before = failed;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") passed++;
        else if (state === "failed") failed++;
      }
      // A file that could not be loaded, or whose set-up failed, has no failed test to count.
      if (failed === before && module.state() === "failed") failed++;
    }
    // After the default reporter's summary, which is printed in the same tick.
    process.once("exit", () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
}
