import { Event } from "@kubewright/api/events/v1";
import type { Client } from "@kubewright/operator";
import {
  defaultStages,
  type Environment,
  type EnvironmentOptions,
  type StartManagerOptions,
  startEnvironment,
  waitingStage,
} from "@kubewright/testing";
import { Memcached, type MemcachedSpec } from "../src/api/v1/memcached.ts";
import { cachedKinds, setupMemcachedController } from "../src/controller/memcached-controller.ts";

/** A cluster of its own, with the operator in it. Without further options, its node is simulated. */
export async function startMemcachedEnvironment(
  options: EnvironmentOptions = {},
  managerOptions: StartManagerOptions = {},
): Promise<Environment> {
  const environment = await startEnvironment({ crds: [new URL("../config/crd/bases", import.meta.url)], ...options });
  await environment.startManager((manager) => setupMemcachedController(manager, { clock: environment.clock }), {
    cache: { byKind: cachedKinds },
    ...managerOptions,
  });
  return environment;
}

/** An image that no node can pull, and a cluster with such a node. A server that evaluates CEL would refuse some of what is tested with it. */
export const missingImage = "memcached:none";
export const withMissingImage: EnvironmentOptions = {
  cluster: "embedded",
  nodes: {
    simulated: {
      names: ["node-1"],
      stages: [
        waitingStage(({ spec }) => spec?.containers[0]?.image === missingImage, {
          reason: "ImagePullBackOff",
          message: `Back-off pulling image "${missingImage}"`,
        }),
        ...defaultStages(),
      ],
    },
  },
};

export function memcached(name: string, spec: MemcachedSpec = {}): Memcached {
  return Memcached.of({ metadata: { name }, spec });
}

/** Available, not in the middle of a change, and nothing wrong. */
export const settled: { status: "True" | "False"; type: string }[] = [
  { type: "Available", status: "True" },
  { type: "Progressing", status: "False" },
  { type: "Degraded", status: "False" },
];

/** What the operator has told of a Memcached: reason and note of each event. */
export async function storyOf(client: Client, name: string): Promise<string[]> {
  const { items } = await client.list(Event);
  const own = items.filter(({ regarding }) => regarding?.kind === "Memcached" && regarding.name === name);
  return own.map(({ reason, note }) => `${reason}: ${note}`);
}
