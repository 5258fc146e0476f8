import { tmpdir } from "node:os";
import { type Host, systemHost } from "@kubewright/client";

/** What this package takes from the process it runs in. The only file that reads it. */
export interface TestHost extends Host {
  readonly platform: string;
  readonly architecture: string;
  readonly temporaryDirectory: string;
  /** The Node program, for processes of our own. */
  readonly nodeProgram: string;
  /** The types of what keeps the process alive: timers, sockets, child processes. */
  activeResources(): readonly string[];
  /** Resolves when everything has run that is due now. */
  nextTurn(): Promise<void>;
}

/** The real host, as it is at the time of the call. */
export function systemTestHost(): TestHost {
  return {
    ...systemHost(),
    platform: process.platform,
    architecture: process.arch,
    temporaryDirectory: tmpdir(),
    nodeProgram: process.execPath,
    activeResources: () => process.getActiveResourcesInfo(),
    nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
  };
}
