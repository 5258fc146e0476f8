import assert from "node:assert/strict";
import { type DynamicObject, defineKind } from "@kubewright/api";
import { type Client, ClientError } from "@kubewright/client";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { ask } from "../fixture/answer.ts";
import { establish, gadgetDefinition, serve, serveWidgets, unserve, widgetDefinition } from "../fixture/widget.ts";

interface NamedGroup {
  readonly metadata: { readonly name: string };
  readonly versions: readonly { readonly resources?: readonly { readonly resource: string }[] }[];
}

/**
 * Asks until the document that names everything names a resource: it follows the definitions a little later, and may name a
 * group before it knows what the group has.
 */
async function untilNamed(client: Client, group: string, resource: string): Promise<void> {
  const headers = { accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" };
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const { kind, items } = (await ask(client, "GET", "/apis", { headers })).json<{
      kind: string;
      items: NamedGroup[];
    }>();
    assert.equal(kind, "APIGroupDiscoveryList");
    const versions = items.find(({ metadata }) => metadata.name === group)?.versions ?? [];
    if (versions.some(({ resources }) => resources?.some((each) => each.resource === resource))) return;
  }
  assert.fail(`discovery never names ${resource}.${group}`);
}

/** What a server says that it serves. */
export const discoveryCases: ContractCase[] = contractCases("discovery", {
  "says how built-in kinds are reached": async ({ client }) => {
    const mapping = await client.discovery.resourceFor({ group: "apps", version: "v1", kind: "Deployment" });
    assert.equal(mapping.resource, "deployments");
    assert.equal(mapping.singular, "deployment");
    assert.equal(mapping.scope, "Namespaced");
    assert.deepEqual(mapping.shortNames, ["deploy"]);
    assert.ok(mapping.categories.includes("all"));
    assert.deepEqual([...mapping.subresources].sort(), ["scale", "status"]);
    assert.deepEqual([...mapping.verbs].sort(), [
      "create",
      "delete",
      "deletecollection",
      "get",
      "list",
      "patch",
      "update",
      "watch",
    ]);
    const node = await client.discovery.resourceFor({ group: "", version: "v1", kind: "Node" });
    assert.equal(node.scope, "Cluster");
  },

  "gives the kind of a resource": async ({ client }) => {
    const mapping = await client.discovery.kindFor({ group: "batch", resource: "cronjobs" });
    assert.deepEqual([mapping.version, mapping.kind], ["v1", "CronJob"]);
  },

  "knows resources by the names that people use": async ({ client }) => {
    for (const name of [
      "deployments",
      "deployment",
      "deploy",
      "Deployment",
      "deployments.apps",
      "deployments.v1.apps",
    ]) {
      assert.equal((await client.discovery.resourceNamed(name)).kind, "Deployment", name);
    }
  },

  "lists what a cluster has": async ({ client }) => {
    const resources = await client.discovery.resources();
    const named = new Set(resources.map(({ group, version, resource }) => `${group}/${version}/${resource}`));
    for (const each of [
      "/v1/pods",
      "/v1/configmaps",
      "apps/v1/deployments",
      "batch/v1/jobs",
      "coordination.k8s.io/v1/leases",
      "rbac.authorization.k8s.io/v1/clusterroles",
      "apiextensions.k8s.io/v1/customresourcedefinitions",
    ]) {
      assert.ok(named.has(each), each);
    }
  },

  "learns of a custom kind that is defined later": async ({ client, namespace }) => {
    await client.discovery.resources();
    const group = `${namespace}.example.com`;
    const definition = widgetDefinition(group);
    await establish(client, definition);
    await untilNamed(client, group, "widgets");
    const kind = defineKind<DynamicObject>({ group, version: "v1", kind: "Widget" });
    const mapping = await client.discovery.resourceFor(kind);
    assert.equal(mapping.resource, "widgets");
    assert.equal(mapping.scope, "Namespaced");
    assert.deepEqual(mapping.shortNames, ["wdg"]);
    assert.deepEqual(mapping.categories, ["contract"]);
    assert.deepEqual([...mapping.subresources].sort(), ["scale", "status"]);
    const created = await client.create(kind.of({ metadata: { namespace, name: "web" }, spec: { size: 1 } }));
    assert.deepEqual(await client.get(kind, created.metadata), created);
    assert.equal((await client.discovery.kindFor({ group, resource: "widgets" })).kind, "Widget");
    await client.delete(definition);
  },

  "no longer names a custom kind whose definition is gone": async ({ client, namespace }) => {
    const group = `${namespace}.example.com`;
    const definition = gadgetDefinition(group);
    await serve(client, definition);
    await unserve(client, definition);
    // Discovery follows the definitions a little later.
    let error: unknown;
    for (let attempt = 0; attempt < 1_000 && error === undefined; attempt++) {
      client.discovery.invalidate();
      await client.discovery.resourceFor({ group, version: "v1", kind: "Gadget" }).catch((reason: unknown) => {
        error = reason;
      });
    }
    assert.ok(error instanceof ClientError && error.code === "UNKNOWN_KIND", String(error));
  },

  "does not know what nobody defined": async ({ client, namespace }) => {
    const kind = { group: `${namespace}.example.com`, version: "v1", kind: "Nothing" };
    await assert.rejects(client.discovery.resourceFor(kind), { code: "UNKNOWN_KIND" });
  },

  "is given by group as well as at once": async ({ client }) => {
    await serveWidgets(client);
    const { resources } = (await ask(client, "GET", "/apis/contract.example.com/v1")).json<{
      resources: { name: string; kind: string; namespaced: boolean }[];
    }>();
    const listed = resources.map(({ name, kind, namespaced }) => `${name} ${kind} ${namespaced}`);
    for (const each of ["widgets Widget true", "widgets/status Widget true", "widgets/scale Scale true"]) {
      assert.ok(listed.includes(each), each);
    }
    await untilNamed(client, "contract.example.com", "widgets");
  },

  "names the version of the server": async ({ client }) => {
    const version = (await ask(client, "GET", "/version")).json<Record<string, string>>();
    assert.match(version.gitVersion ?? "", /^v1\.\d+\.\d+/);
    assert.equal(version.major, "1");
    assert.ok(version.gitVersion!.startsWith(`v1.${version.minor}.`));
  },

  "says that the server is ready": async ({ client }) => {
    for (const path of ["/readyz", "/livez", "/healthz"]) {
      const { status, text } = await ask(client, "GET", path);
      assert.deepEqual([status, text], [200, "ok"], path);
    }
  },
});
