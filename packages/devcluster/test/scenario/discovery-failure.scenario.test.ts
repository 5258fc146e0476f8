import type { APIService } from "@kubewright/api/apiregistration/v1";
import { Namespace } from "@kubewright/api/core/v1";
import { namespaceController } from "../../src/controller/namespace/namespace-controller.ts";
import type { Scenario } from "./scenario.ts";
import { referenceSuite } from "./scenario-suite.ts";

/** Not among the others: while it runs, no namespace of the server can be deleted. */
const discoveryFailure: Scenario = {
  name: "namespace-deletion-discovery-failure",
  kinds: [Namespace],
  async steps(world) {
    const { client } = world;
    const group = `${world.unique("group")}.example.com`;
    const service = await client.create<APIService>({
      apiVersion: "apiregistration.k8s.io/v1",
      kind: "APIService",
      metadata: { name: `v1.${group}` },
      spec: {
        group,
        version: "v1",
        service: { namespace: "default", name: "nothing" },
        insecureSkipTLSVerify: true,
        groupPriorityMinimum: 100,
        versionPriority: 100,
      },
    });
    await world.eventually(async () => {
      const headers = { accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" };
      const answer = await (await client.request({ method: "GET", path: "/apis", headers })).body.text();
      return answer.includes(group) && answer.includes("Stale");
    });
    const name = world.unique("doomed");
    await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
    await client.delete(Namespace, name);
    await world.eventually(async () => (await client.get(Namespace, name)).status?.conditions !== undefined);
    await world.record("while a group is not known");
    await client.delete(service);
    await world.eventually(async () => (await client.find(Namespace, name)) === undefined, { timeoutMs: 120_000 });
    await world.record("after");
  },
};

referenceSuite({ scenarios: [discoveryFailure], controllers: [namespaceController] });
