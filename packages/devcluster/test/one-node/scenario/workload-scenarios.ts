import type { KubeObject } from "@kubewright/api";
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { type Container, Namespace, Pod, Service } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery/v1";
import type { OneNodeScenario, OneNodeWorld } from "../one-node-scenario.ts";
import { nextImage, program, serve } from "../programs.ts";
import { isGone } from "./checks.ts";

const labels = { app: "web" };
const kinds = [Deployment, ReplicaSet, Pod, Service, EndpointSlice];

function deployment(spec: Partial<Deployment["spec"]> = {}, more: Partial<Container> = {}): Deployment {
  const readinessProbe = { httpGet: { path: "/", port: 21873 }, periodSeconds: 1, timeoutSeconds: 30 };
  return Deployment.of({
    metadata: { name: "web" },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      ...spec,
      template: {
        metadata: { labels },
        spec: { containers: [program(serve, { ports: [{ containerPort: 21873 }], readinessProbe, ...more })] },
      },
    },
  });
}

const service = Service.of({
  metadata: { name: "web" },
  spec: { selector: labels, ports: [{ port: 21875, targetPort: 21873 }] },
});

/** The Deployment is done, and nothing but its pods is there. */
function isRolledOut(replicas: number): (objects: readonly KubeObject[]) => boolean {
  return (objects) => {
    const web = objects.find(({ kind }) => kind === "Deployment") as Deployment | undefined;
    const pods = objects.filter(({ kind }) => kind === "Pod");
    const { status, metadata } = web ?? {};
    return (
      pods.length === replicas &&
      Number(status?.observedGeneration) === Number(metadata?.generation) &&
      status?.updatedReplicas === replicas &&
      status.availableReplicas === replicas &&
      status.replicas === replicas
    );
  };
}

async function change(world: OneNodeWorld, container: Partial<Container>): Promise<void> {
  const containers = [{ name: "main", ...container }];
  const key = { name: "web", namespace: world.namespace };
  await world.client.patch(Deployment, key, { strategic: { spec: { template: { spec: { containers } } } } });
}

/** Pods that come up late are seen as such, or not. */
const chance = /^Unhealthy Readiness probe failed: Get |FailedToUpdateEndpoint/;

/** Deployments behind services. */
export const workloadScenarios: readonly OneNodeScenario[] = [
  {
    name: "deployment-life",
    kinds,
    chance,
    async steps(world) {
      const key = { name: "web", namespace: world.namespace };
      await world.create(service, deployment());
      await world.reach("available", isRolledOut(2));
      await world.client.patch(Deployment, key, { merge: { spec: { replicas: 3 } } });
      await world.reach("scaled", isRolledOut(3));
      await change(world, { image: nextImage });
      await world.reach("updated", isRolledOut(3), { speed: 2 });
      const { items } = await world.client.list(Pod, { namespace: world.namespace });
      for (const pod of items.slice(0, 1)) await world.client.delete(pod);
      await world.reach("replaced", (objects) => isRolledOut(3)(objects) && !hasPod(objects, items[0]), { speed: 2 });
      await world.client.delete(Deployment, key, { propagationPolicy: "Foreground" });
      await world.reach("deleted", (objects) => objects.every(({ kind }) => /^(Service|EndpointSlice)$/.test(kind)));
    },
  },
  {
    name: "deployment-recreate",
    kinds,
    chance,
    async steps(world) {
      await world.create(service, deployment({ strategy: { type: "Recreate" } }));
      await world.reach("available", isRolledOut(2));
      await change(world, { image: nextImage });
      await world.reach("updated", isRolledOut(2), { speed: 2 });
    },
  },
  {
    name: "deployment-update-that-crashes",
    kinds,
    chance,
    async steps(world) {
      await world.create(service, deployment());
      await world.reach("available", isRolledOut(2));
      await change(world, { command: ["node", "-e", "process.exit(1)"] });
      await world.reach("stuck", (objects) =>
        objects.some(({ kind, ...object }) => {
          const [status] = (object as unknown as Pod).status?.containerStatuses ?? [];
          return kind === "Pod" && status?.state?.waiting?.reason === "CrashLoopBackOff" && status.restartCount === 1;
        }),
      );
      await change(world, { command: ["node", "-e", serve] });
      await world.reach("back", isRolledOut(2));
    },
  },
  {
    name: "namespace-with-pods",
    kinds,
    chance: /./,
    async steps(world) {
      await world.create(service, deployment());
      await world.reach("available", isRolledOut(2));
      await world.client.delete(Namespace, { name: world.namespace });
      await world.reach("gone", isGone, { speed: 5 });
    },
  },
];

function hasPod(objects: readonly KubeObject[], pod: Pod | undefined): boolean {
  return objects.some(({ metadata }) => metadata.uid === pod?.metadata.uid);
}
