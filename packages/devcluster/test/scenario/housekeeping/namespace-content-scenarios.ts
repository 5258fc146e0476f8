import { ConfigMap, ServiceAccount } from "@kubewright/api/core/v1";
import type { Scenario, World } from "../scenario.ts";

const serviceAccounts: Scenario = {
  name: "service-account",
  kinds: [ServiceAccount],
  async steps(world) {
    const key = { namespace: world.namespace, name: "default" };
    await world.eventually(() => world.client.find(ServiceAccount, key));
    await world.record("in a new namespace");
    const { uid } = (await world.client.get(ServiceAccount, key)).metadata;
    await world.client.delete(ServiceAccount, key);
    await world.eventually(async () => (await world.client.get(ServiceAccount, key)).metadata.uid !== uid);
    await world.record("after it was deleted");
    await world.client.patch(ServiceAccount, key, { merge: { metadata: { labels: { mine: "yes" } } } });
    await world.record("after it was changed");
  },
};

const rootCertificate: Scenario = {
  name: "root-ca",
  kinds: [ConfigMap],
  async steps(world) {
    const key = { namespace: world.namespace, name: "kube-root-ca.crt" };
    const has = (check: (found: ConfigMap | undefined) => boolean): Promise<true> =>
      world.eventually(async () => check(await world.client.find(ConfigMap, key)));
    await has((found) => found !== undefined);
    await world.record("in a new namespace");
    await patch(world, { data: { "ca.crt": "other", more: "yes" }, metadata: { labels: { mine: "yes" } } });
    await has((found) => found?.data?.more === undefined && found !== undefined);
    await world.record("after its data were changed");
    await patch(world, { metadata: { annotations: { "kubernetes.io/description": "mine" } } });
    await world.record("after the annotation was changed");
    await patch(world, { metadata: { annotations: { "kubernetes.io/description": null, other: "kept" } } });
    await has((found) => found?.metadata.annotations?.["kubernetes.io/description"] !== undefined);
    await world.record("after the annotation was removed");
    await world.client.delete(ConfigMap, key);
    await has((found) => found !== undefined && found.metadata.labels === undefined);
    await world.record("after it was deleted");

    async function patch({ client }: World, merge: object): Promise<void> {
      await client.patch(ConfigMap, key, { merge });
    }
  },
};

export const namespaceContentScenarios: readonly Scenario[] = [serviceAccounts, rootCertificate];
