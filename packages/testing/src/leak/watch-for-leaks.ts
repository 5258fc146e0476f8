import { sleep } from "@kubewright/client";
import { TestingError } from "../errors.ts";
import { systemTestHost, type TestHost } from "../host.ts";
import { type OpenResource, OpenResources } from "./open-resources.ts";

export interface LeakOptions {
  /** What closes takes a moment to be gone: how long it may. @default 1_000 */
  readonly settleMs?: number;
  /** Types that do not count, as `process.getActiveResourcesInfo()` spells them: `["FSEventWrap"]`. @default none */
  readonly ignore?: readonly string[];
  /** @default the real host */
  readonly host?: Pick<TestHost, "clock" | "activeResources" | "nextTurn">;
}

/** Looks for what was opened since it was made, and not closed. Disposing of it checks. */
export interface LeakCheck extends AsyncDisposable {
  /**
   * Resolves when nothing is left. Throws TestingError `LEAK` when something is there that would keep the process alive; the
   * message says what, and where it was opened. What is opened later is not seen.
   */
  check(): Promise<void>;
}

/** What Node lists as active, in words. */
const names: Readonly<Record<string, string>> = {
  Timeout: "timer",
  TCPSocketWrap: "socket",
  TCPServerWrap: "server",
  PipeWrap: "pipe",
  ProcessWrap: "child process",
  FSEventWrap: "file watcher",
};

/**
 * Makes a test fail that leaves a timer, socket, watch or child process behind: `await using leaks = watchForLeaks()`.
 *
 * For tests that have the process, or the worker thread, to themselves meanwhile. What was opened before is nobody's leak, and what
 * is unref'ed holds nothing.
 */
export function watchForLeaks(options: LeakOptions = {}): LeakCheck {
  const { settleMs = 1_000, host = systemTestHost() } = options;
  // What is due at once is no leak.
  const ignored = new Set(["Immediate", ...(options.ignore ?? [])]);
  const opened = new OpenResources();

  const leaks = (): Map<string, OpenResource[]> => {
    const found = new Map<string, OpenResource[]>();
    const active = new Set(host.activeResources().filter((type) => !ignored.has(type)));
    const open = opened.list();
    for (const type of active) {
      const left = open.filter((resource) => resource.type.toUpperCase() === hookType(type));
      if (left.length > 0) found.set(type, left);
    }
    return found;
  };

  const check = async (): Promise<void> => {
    try {
      const endMs = host.clock.monotonic() + settleMs;
      for (let delayMs = 1; ; delayMs = Math.min(2 * delayMs, 100)) {
        await host.nextTurn();
        const left = leaks();
        if (left.size === 0) return;
        if (host.clock.monotonic() >= endMs) throw new TestingError("LEAK", describe(left));
        await sleep(delayMs, { clock: host.clock });
      }
    } finally {
      opened[Symbol.dispose]();
    }
  };
  return { check, [Symbol.asyncDispose]: check };
}

/** Async hooks have another spelling than the list of what is active. */
function hookType(activeType: string): string {
  return activeType.toUpperCase().replace("TCPSOCKET", "TCP");
}

function describe(left: ReadonlyMap<string, readonly OpenResource[]>): string {
  const lines = [...left].flatMap(([type, resources]) =>
    resources.map(({ stack }) => {
      const origin = stack.split("\n").slice(0, 5).join("\n");
      return `- ${names[type] ?? type}${origin === "" ? "" : `, opened\n${origin}`}`;
    }),
  );
  return `something was opened and not closed:\n${lines.join("\n")}`;
}
