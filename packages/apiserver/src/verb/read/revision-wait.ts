import { StatusError, timeoutError } from "@kubewright/api";
import type { ServerState } from "../../resource/server-state.ts";
import type { RequestedVersion } from "./requested-version.ts";

/** How long a request waits for a revision that is yet to come. */
const patienceMs = 3000;
const retryAfterSeconds = 1;

/** Resolves once the store has come to `version`. Rejects with a 504 after 3 s, and with the signal's reason. */
export async function waitForRevision(
  { store, clock }: Pick<ServerState, "store" | "clock">,
  version: RequestedVersion,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  if (version.revision <= store.revision) return;
  await new Promise<void>((resolve, reject) => {
    const end = (): void => {
      waiting.stop();
      patience.cancel();
      signal.removeEventListener("abort", onAbort);
    };
    const onAbort = (): void => {
      end();
      reject(signal.reason);
    };
    const waiting = store.whenAt(version.revision, () => {
      end();
      resolve();
    });
    const patience = clock.schedule(patienceMs, () => {
      end();
      reject(tooLargeVersionError(version, store.revision));
    });
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

function tooLargeVersionError({ digits }: RequestedVersion, revision: number): StatusError {
  const { status } = timeoutError(`Too large resource version: ${digits}, current: ${revision}`, retryAfterSeconds);
  const causes = [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }];
  return new StatusError({ ...status, details: { causes, ...status.details } });
}
