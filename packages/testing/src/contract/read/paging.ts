import assert from "node:assert/strict";
import { ConfigMap } from "@kubewright/api/core/v1";
import type { Client } from "@kubewright/client";
import { type ContractCase, contractCases } from "../contract-case.ts";
import { askRefused } from "../fixture/answer.ts";
import { configMap } from "../fixture/built-in.ts";
import { forget } from "../fixture/forget.ts";
import { refused } from "../fixture/refused.ts";
import { customKind, type Gadget, gadgetDefinition, serve } from "../fixture/widget.ts";

const namesOf = (items: readonly { metadata: { name: string } }[]) => items.map(({ metadata }) => metadata.name);

async function createFive(client: Client, namespace: string): Promise<void> {
  for (const name of ["a", "b", "c", "d", "e"]) await client.create(configMap(namespace, name));
}

/** Lists in pages. */
export const pagingCases: ContractCase[] = contractCases("paging", {
  "gives as many as asked, how many remain, and where to go on": async ({ client, namespace }) => {
    await createFive(client, namespace);
    const first = await client.list(ConfigMap, { namespace, limit: 2 });
    assert.deepEqual(namesOf(first.items), ["a", "b"]);
    assert.equal(first.metadata.remainingItemCount, 3);
    const second = await client.list(ConfigMap, { namespace, limit: 2, continue: first.metadata.continue! });
    assert.deepEqual(namesOf(second.items), ["c", "d"]);
    assert.equal(second.metadata.remainingItemCount, 1);
    const last = await client.list(ConfigMap, { namespace, limit: 2, continue: second.metadata.continue! });
    assert.deepEqual(namesOf(last.items), ["e"]);
    assert.equal(last.metadata.continue || undefined, undefined);
    assert.equal(last.metadata.remainingItemCount, undefined);
  },

  "gives all pages at one version while others write": async ({ client, namespace }) => {
    await createFive(client, namespace);
    const names: string[] = [];
    const versions = new Set<string | undefined>();
    for await (const { items, metadata } of client.listPages(ConfigMap, { namespace, limit: 2 })) {
      names.push(...items.map((item) => `${item.metadata.name} ${item.data?.a}`));
      versions.add(metadata.resourceVersion);
      assert.ok(names.length <= 6, `pages without end: ${names}`);
      if (names.length > 2) continue;
      await client.delete(ConfigMap, { namespace, name: "d" });
      await client.create(configMap(namespace, "cc"));
      await client.patch(ConfigMap, { namespace, name: "e" }, { merge: { data: { a: "2" } } });
    }
    assert.deepEqual(names, ["a 1", "b 1", "c 1", "d 1", "e 1"]);
    assert.equal(versions.size, 1);
  },

  "ends with one page when the limit is large enough": async ({ client, namespace }) => {
    await createFive(client, namespace);
    const { items, metadata } = await client.list(ConfigMap, { namespace, limit: 5 });
    assert.equal(items.length, 5);
    assert.equal(metadata.continue || undefined, undefined);
    assert.equal(metadata.remainingItemCount, undefined);
  },

  "with a selector fills its pages, and does not say how many remain": async ({ client, namespace }) => {
    for (const name of ["a", "b", "c", "d", "e", "f"]) {
      await client.create(configMap(namespace, name, { labels: { odd: String("ace".includes(name)) } }));
    }
    const options = { namespace, labelSelector: "odd=true", limit: 2 };
    const first = await client.list(ConfigMap, options);
    assert.deepEqual(namesOf(first.items), ["a", "c"]);
    assert.equal(first.metadata.remainingItemCount, undefined);
    const last = await client.list(ConfigMap, { ...options, continue: first.metadata.continue! });
    assert.deepEqual(namesOf(last.items), ["e"]);
    assert.equal(last.metadata.continue || undefined, undefined);
  },

  "lets the size of pages change": async ({ client, namespace }) => {
    await createFive(client, namespace);
    const first = await client.list(ConfigMap, { namespace, limit: 1 });
    const rest = await client.list(ConfigMap, { namespace, continue: first.metadata.continue! });
    assert.deepEqual(namesOf(rest.items), ["b", "c", "d", "e"]);
    assert.equal(rest.metadata.resourceVersion, first.metadata.resourceVersion);
  },

  "pages an exact version": async ({ client, namespace }) => {
    await createFive(client, namespace);
    const { metadata } = await client.list(ConfigMap, { namespace });
    await client.delete(ConfigMap, { namespace, name: "a" });
    const resourceVersion = metadata.resourceVersion!;
    const at = { namespace, limit: 3, resourceVersion, resourceVersionMatch: "Exact" } as const;
    const page = await client.list(ConfigMap, at);
    assert.deepEqual(namesOf(page.items), ["a", "b", "c"]);
    assert.equal(page.metadata.resourceVersion, resourceVersion);
  },

  "refuses a version together with a continue token": async ({ client, namespace }) => {
    await createFive(client, namespace);
    const { metadata } = await client.list(ConfigMap, { namespace, limit: 1 });
    const query = `limit=1&continue=${metadata.continue}&resourceVersion=${metadata.resourceVersion}`;
    await askRefused(
      client,
      "GET",
      `/api/v1/namespaces/${namespace}/configmaps?${query}`,
      {},
      {
        code: 400,
        reason: "BadRequest",
        message: "specifying resource version is not allowed when using continue",
      },
    );
  },

  "refuses a continue token that is none": async ({ client, namespace }) => {
    await refused(client.list(ConfigMap, { namespace, limit: 1, continue: "abc" }), {
      code: 400,
      reason: "BadRequest",
      message: /^invalid continue token: continue key is not valid: /,
    });
  },

  "refuses a page at a forgotten version, with a token to go on from now": async ({ server, client, namespace }) => {
    const group = `${namespace}.example.com`;
    const definition = gadgetDefinition(group);
    const before = await client.create(configMap(namespace, "before"));
    await serve(client, definition);
    const kind = customKind<Gadget>("gadgets", "Gadget", group);
    for (const name of ["a", "b", "c"]) await client.create(kind.of({ metadata: { namespace, name } }));
    const { resourceVersion } = before.metadata;
    await forget(server, resourceVersion!);

    const exact = { namespace, resourceVersion: resourceVersion!, resourceVersionMatch: "Exact" } as const;
    await refused(client.list(kind, exact), {
      code: 410,
      reason: "Expired",
      message: "The resourceVersion for the provided list is too old.",
    });

    const old = { v: "meta.k8s.io/v1", rv: Number(resourceVersion), start: "a\0" };
    const token = Buffer.from(JSON.stringify(old)).toString("base64url");
    const path = `/apis/${group}/v1/namespaces/${namespace}/gadgets?limit=1`;
    const status = await askRefused(
      client,
      "GET",
      `${path}&continue=${token}`,
      {},
      {
        code: 410,
        reason: "Expired",
        message: /^The provided continue parameter is too old to display a consistent list result\. /,
      },
    );
    const fresh = (status.metadata as { continue?: string } | undefined)?.continue;
    const page = await client.list(kind, { namespace, limit: 1, continue: fresh! });
    assert.deepEqual(namesOf(page.items), ["b"]);
    await client.delete(definition);
  },
});
