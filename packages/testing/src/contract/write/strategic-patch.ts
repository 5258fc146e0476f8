import assert from "node:assert/strict";
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Pod, Service, ServiceAccount } from "@kubewright/api/core/v1";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { configMap, containersOf, deployment, service } from "../fixture/built-in.ts";
import { refused } from "../fixture/refused.ts";
import { serveWidgets, Widget, widget } from "../fixture/widget.ts";

const portsOf = ({ spec }: Service) => spec!.ports!.map(({ name, port }) => `${name} ${port}`);

const twoPorts = [
  { name: "http", port: 80 },
  { name: "https", port: 443 },
];

/** Patches that know by what the items of a built-in kind's lists are told apart. */
export const strategicPatchCases: ContractCase[] = contractCases("patch", {
  "strategic: merges lists by their key": async ({ client, namespace }) => {
    const { metadata } = await client.create(deployment(namespace, "web"));
    const containers = [
      { name: "main", image: "main:2" },
      { name: "side", image: "side:1" },
    ];
    const patched = await client.patch(Deployment, metadata, {
      strategic: { spec: { template: { spec: { containers } } } },
    });
    assert.deepEqual(containersOf(patched).sort(), ["main main:2", "side side:1"]);
  },

  "strategic: removes a list item by its key": async ({ client, namespace }) => {
    const { metadata } = await client.create(deployment(namespace, "web"));
    const added = [{ name: "side", image: "side:1" }];
    await client.patch(Deployment, metadata, { strategic: { spec: { template: { spec: { containers: added } } } } });
    const containers = [{ name: "side", $patch: "delete" }];
    const patched = await client.patch(Deployment, metadata, {
      strategic: { spec: { template: { spec: { containers } } } },
    });
    assert.deepEqual(containersOf(patched), ["main main:1"]);
  },

  "strategic: replaces a map when told to": async ({ client, namespace }) => {
    const { metadata } = await client.create(configMap(namespace, "web", { data: { a: "1", b: "2" } }));
    const patched = await client.patch(ConfigMap, metadata, { strategic: { data: { $patch: "replace", c: "3" } } });
    assert.deepEqual(patched.data, { c: "3" });
  },

  "strategic: is refused for custom resources": async ({ client, namespace }) => {
    await serveWidgets(client);
    const { metadata } = await client.create(widget(namespace, "web"));
    await refused(client.patch(Widget, metadata, { strategic: { spec: { size: 2 } } }), {
      code: 415,
      reason: "UnsupportedMediaType",
      message:
        "the body of the request was in an unknown format - accepted media types include: " +
        "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml",
    });
  },

  "strategic: merges the containers of a pod by name": async ({ client, namespace }) => {
    const containers = [
      { name: "main", image: "main:1", env: [{ name: "A", value: "1" }] },
      { name: "side", image: "side:1" },
    ];
    const { metadata } = await client.create(Pod.of({ metadata: { namespace, name: "web" }, spec: { containers } }));
    const patched = await client.patch(Pod, metadata, {
      strategic: { spec: { containers: [{ name: "side", image: "side:2" }] } },
    });
    assert.deepEqual(containersOf(patched), ["main main:1", "side side:2"]);
    assert.deepEqual(patched.spec!.containers[0]!.env, [{ name: "A", value: "1" }]);
  },

  "strategic: merges lists within the items of lists": async ({ client, namespace }) => {
    const { metadata } = await client.create(deployment(namespace, "web"));
    const withEnv = (...env: object[]) =>
      client.patch(Deployment, metadata, {
        strategic: { spec: { template: { spec: { containers: [{ name: "main", env }] } } } },
      });
    await withEnv({ name: "A", value: "1" }, { name: "B", value: "1" });
    const patched = await withEnv({ name: "B", value: "2" }, { name: "A", $patch: "delete" });
    const [container] = patched.spec!.template.spec!.containers;
    assert.deepEqual([container!.image, container!.env], ["main:1", [{ name: "B", value: "2" }]]);
  },

  "strategic: merges the ports of a service by number": async ({ client, namespace }) => {
    const { metadata } = await client.create(service(namespace, "web", twoPorts));
    const ports = [
      { port: 80, name: "web" },
      { port: 8080, name: "extra" },
    ];
    const patched = await client.patch(Service, metadata, { strategic: { spec: { ports } } });
    assert.deepEqual(portsOf(patched).sort(), ["extra 8080", "https 443", "web 80"]);
    const without = { ports: [{ port: 443, $patch: "delete" }] };
    const shortened = await client.patch(Service, metadata, { strategic: { spec: without } });
    assert.deepEqual(portsOf(shortened).sort(), ["extra 8080", "web 80"]);
  },

  "strategic: replaces a list when told to": async ({ client, namespace }) => {
    const { metadata } = await client.create(service(namespace, "web", twoPorts));
    const ports = [{ port: 8080, name: "only" }, { $patch: "replace" }];
    const patched = await client.patch(Service, metadata, { strategic: { spec: { ports } } });
    assert.deepEqual(portsOf(patched), ["only 8080"]);
  },

  "strategic: puts a list into the order told": async ({ client, namespace }) => {
    const { metadata } = await client.create(service(namespace, "web", twoPorts));
    const ordered = async (order: number[], ports: object[] = []) =>
      portsOf(
        await client.patch(Service, metadata, {
          strategic: { spec: { "$setElementOrder/ports": order.map((port) => ({ port })), ports } },
        }),
      );
    assert.deepEqual(await ordered([443, 80]), ["https 443", "http 80"]);
    const added = [{ port: 8080, name: "extra" }];
    assert.deepEqual(await ordered([80, 8080, 443], added), ["http 80", "extra 8080", "https 443"]);
  },

  "strategic: merges the secrets of a service account by name, and replaces its pull secrets": async ({
    client,
    namespace,
  }) => {
    const names = (...all: string[]) => all.map((name) => ({ name }));
    const account = { metadata: { namespace, name: "web" }, secrets: names("a"), imagePullSecrets: names("x") };
    const { metadata } = await client.create(ServiceAccount.of(account));
    const patch = (strategic: object) => client.patch(ServiceAccount, metadata, { strategic });
    const patched = await patch({ secrets: names("b"), imagePullSecrets: names("y") });
    assert.deepEqual(patched.secrets?.map(({ name }) => name).sort(), ["a", "b"]);
    assert.deepEqual(patched.imagePullSecrets, names("y"));
    assert.deepEqual((await patch({ secrets: [{ name: "a", $patch: "delete" }] })).secrets, names("b"));
  },

  "strategic: adds to a list of plain values and deletes from it": async ({ client, namespace }) => {
    const finalizers = ["example.com/a", "example.com/b"];
    const { metadata } = await client.create(configMap(namespace, "web", { finalizers }));
    const patch = async (change: object) =>
      (await client.patch(ConfigMap, metadata, { strategic: { metadata: change } })).metadata.finalizers?.toSorted();
    assert.deepEqual(await patch({ finalizers: ["example.com/c"] }), [...finalizers, "example.com/c"]);
    const rest = await patch({ "$deleteFromPrimitiveList/finalizers": ["example.com/a", "example.com/c"] });
    assert.deepEqual(rest, ["example.com/b"]);
  },

  "strategic: keeps only the members named of a union": async ({ client, namespace }) => {
    const { metadata } = await client.create(deployment(namespace, "web"));
    const strategy = { $retainKeys: ["type"], type: "Recreate" };
    const patched = await client.patch(Deployment, metadata, { strategic: { spec: { strategy } } });
    assert.deepEqual(patched.spec!.strategy, { type: "Recreate" });
  },

  "strategic: refuses a directive that is none, and an item without its key": async ({ client, namespace }) => {
    const { metadata } = await client.create(service(namespace, "web"));
    const patch = (item: object) => client.patch(Service, metadata, { strategic: { spec: { ports: [item] } } });
    await refused(patch({ port: 80, $patch: "drop" }), {
      code: 500,
      message: "unknown patch type: drop in map: map[$patch:drop port:80]",
    });
    await refused(patch({ $patch: "delete" }), {
      code: 500,
      message: "map: map[$patch:delete] does not contain declared merge key: port",
    });
  },
});
