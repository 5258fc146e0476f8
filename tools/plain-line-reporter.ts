import type { Reporter, TestModule } from "vitest/node";

/** Ends every run with the names of the tests that passed only when run again, and one plain line that scripts can read: `N passed, N failed`. */
export class PlainLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    const unsteady: string[] = [];
    for (const module of modules) {
      const before = failed;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") passed++;
        if (test.diagnostic()?.flaky) unsteady.push(`${module.relativeModuleId} > ${test.fullName}`);
        if (state === "failed") failed++;
      }
      // A file that could not be loaded, or whose set-up failed, has no failed test to count.
      if (failed === before && module.state() === "failed") failed++;
    }
    // After the default reporter's summary, which is printed in the same tick.
    process.once("exit", () => {
      for (const name of unsteady) process.stdout.write(`passed only when run again: ${name}\n`);
      process.stdout.write(`${passed} passed, ${failed} failed\n`);
    });
  }
}
