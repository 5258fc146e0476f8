import { setImmediate } from "node:timers/promises";
import { ManualClock } from "@kubewright/api";
import { ApiServer, type ApiServerOptions } from "@kubewright/apiserver";
import { ApiClient, type Interceptor, intercept } from "@kubewright/client";
import type { ClusterController } from "../../src/controller/cluster-controller.ts";
import { startControllers } from "./controllers-of.ts";
import type { Platform } from "./platform.ts";

/** By how much time moves on at once. Small, so that what happens in the meantime does not seem to take long. */
const stepMs = 25;

export interface EmbeddedPlatformOptions extends Pick<ApiServerOptions, "serviceAccountAdmission"> {
  /** See the requests of the controllers. @default none */
  readonly interceptors?: readonly Interceptor[];
}

/** The embedded API server with our controllers, on a manual clock. */
export async function startEmbeddedPlatform(
  controllers: readonly ClusterController[],
  { interceptors = [], ...options }: EmbeddedPlatformOptions = {},
): Promise<Platform & { readonly server: ApiServer; readonly clock: ManualClock }> {
  const clock = new ManualClock({ now: Date.UTC(2026, 0, 1) });
  const server = await ApiServer.start({ clock, ...options });
  const connect = (seenBy: readonly Interceptor[]): ApiClient =>
    new ApiClient({ transport: intercept(server.transport(), seenBy), clock });
  const client = connect([]);
  const ours = connect(interceptors);
  const rootCertificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  const running = await startControllers(controllers, { client: ours, clock, rootCertificate, freezeObjects: true });
  return {
    client,
    server,
    clock,
    names: new Map([[rootCertificate, "root certificate"]]),
    elapsedMs: () => clock.monotonic(),
    log: running.log,
    async pass(ms) {
      const end = clock.monotonic() + ms;
      do {
        await settleTurn();
        clock.advance(Math.min(stepMs, Math.max(0, end - clock.monotonic())));
      } while (clock.monotonic() < end);
      await settleTurn();
    },
    async [Symbol.asyncDispose]() {
      let isStopped = false;
      const stop = async (): Promise<void> => {
        try {
          await running[Symbol.asyncDispose]();
        } finally {
          isStopped = true;
        }
      };
      const stopped = stop();
      while (!isStopped) {
        await settleTurn();
        clock.advance(stepMs);
      }
      await stopped;
      await Promise.all([client.close(), ours.close()]);
      await server.close();
    },
  };
}

/** Lets what needs no time happen. */
async function settleTurn(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await setImmediate();
}
