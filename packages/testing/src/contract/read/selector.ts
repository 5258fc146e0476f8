import assert from "node:assert/strict";
import type { LabelSelector } from "@kubewright/api";
import { ConfigMap, Pod, Secret } from "@kubewright/api/core/v1";
import { type CaseContext, type ContractCase, contractCases } from "../contract-case.ts";
import { askRefused } from "../fixture/answer.ts";
import { configMap, pod } from "../fixture/built-in.ts";
import { refused } from "../fixture/refused.ts";
import { serveWidgets, Widget, widget } from "../fixture/widget.ts";

/** Four objects: `none` without labels. */
const labels: Record<string, Record<string, string>> = {
  back: { tier: "back", size: "3" },
  front: { tier: "front", size: "12", "example.com/owner": "me" },
  none: {},
  other: { tier: "", size: "7" },
};

const namesOf = (items: readonly { metadata: { name: string } }[]) => items.map(({ metadata }) => metadata.name);

function selects(labelSelector: string | LabelSelector, expected: string[]) {
  return async ({ client, namespace }: CaseContext): Promise<void> => {
    for (const [name, each] of Object.entries(labels)) {
      await client.create(configMap(namespace, name, { labels: each }));
    }
    assert.deepEqual(namesOf((await client.list(ConfigMap, { namespace, labelSelector })).items), expected);
  };
}

function requires(
  operator: "In" | "NotIn" | "Exists" | "DoesNotExist",
  key: string,
  ...values: string[]
): LabelSelector {
  return { matchExpressions: [values.length === 0 ? { key, operator } : { key, operator, values }] };
}

/** Label selectors and field selectors. */
export const selectorCases: ContractCase[] = contractCases("selector", {
  "= takes those with the value": selects("tier=front", ["front"]),
  "== is the same": selects("tier==front", ["front"]),
  "= takes an empty value": selects("tier=", ["other"]),
  "!= takes those without the label too": selects("tier!=front", ["back", "none", "other"]),
  "in takes those with one of the values": selects("tier in (front, back)", ["back", "front"]),
  "notin takes those without the label too": selects("tier notin (front,back)", ["none", "other"]),
  "a key takes those that have the label": selects("tier", ["back", "front", "other"]),
  "! takes those that do not have the label": selects("!tier", ["none"]),
  "> compares as integers": selects("size>7", ["front"]),
  "< compares as integers": selects("size<7", ["back"]),
  "a key may have a prefix": selects("example.com/owner=me", ["front"]),
  "all parts must hold": selects("tier,tier!=front,size in (3,12)", ["back"]),
  "nothing selects everything": selects("", ["back", "front", "none", "other"]),
  "matchLabels takes those with all the values": selects({ matchLabels: { tier: "back", size: "3" } }, ["back"]),
  "In takes those with one of the values": selects(requires("In", "tier", "back", ""), ["back", "other"]),
  "NotIn takes those without the label too": selects(requires("NotIn", "tier", "back", ""), ["front", "none"]),
  "Exists takes those that have the label": selects(requires("Exists", "example.com/owner"), ["front"]),
  "DoesNotExist takes those that do not": selects(requires("DoesNotExist", "tier"), ["none"]),

  "a label selector that is none is refused": async ({ client, namespace }) => {
    await askRefused(
      client,
      "GET",
      `/api/v1/namespaces/${namespace}/configmaps?labelSelector=a%3D%3D%3Db`,
      {},
      {
        code: 400,
        reason: "BadRequest",
        message: "unable to parse requirement: found '=', expected: identifier",
      },
    );
  },

  "metadata.name takes one object, or all others": async ({ client, namespace }) => {
    for (const name of ["a", "b", "c"]) await client.create(configMap(namespace, name));
    const select = async (fieldSelector: string | Record<string, string>) =>
      namesOf((await client.list(ConfigMap, { namespace, fieldSelector })).items);
    assert.deepEqual(await select({ "metadata.name": "b" }), ["b"]);
    assert.deepEqual(await select("metadata.name!=b"), ["a", "c"]);
    assert.deepEqual(await select(`metadata.name!=a,metadata.namespace=${namespace},metadata.name!=c`), ["b"]);
    assert.deepEqual(await select("metadata.name=z"), []);
  },

  "metadata.namespace takes one namespace": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "web"));
    const { items } = await client.list(ConfigMap, { fieldSelector: { "metadata.namespace": namespace } });
    assert.deepEqual(namesOf(items), ["web"]);
  },

  "a Pod is found by its node and phase": async ({ client, namespace }) => {
    await client.create(pod(namespace, "here", { nodeName: "here" }));
    await client.create(pod(namespace, "there", { nodeName: "there" }));
    const here = await client.list(Pod, { namespace, fieldSelector: { "spec.nodeName": "here" } });
    assert.deepEqual(namesOf(here.items), ["here"]);
    await client.status.patch(Pod, { namespace, name: "there" }, { merge: { status: { phase: "Running" } } });
    const running = await client.list(Pod, { namespace, fieldSelector: "status.phase=Running" });
    assert.deepEqual(namesOf(running.items), ["there"]);
  },

  "a Secret is found by its type": async ({ client, namespace }) => {
    await client.create(Secret.of({ metadata: { namespace, name: "a" } }));
    await client.create(Secret.of({ metadata: { namespace, name: "b" }, type: "example.com/key" }));
    const { items } = await client.list(Secret, { namespace, fieldSelector: { type: "example.com/key" } });
    assert.deepEqual(namesOf(items), ["b"]);
  },

  "labels and fields select together": async ({ client, namespace }) => {
    await client.create(configMap(namespace, "a", { labels: { x: "1" } }));
    await client.create(configMap(namespace, "b", { labels: { x: "1" } }));
    const options = { namespace, labelSelector: "x=1", fieldSelector: "metadata.name!=a" };
    assert.deepEqual(namesOf((await client.list(ConfigMap, options)).items), ["b"]);
  },

  "a field of a custom resource is selectable when its definition says so": async ({ client, namespace }) => {
    await serveWidgets(client);
    await client.create(widget(namespace, "a", { mode: "slow" }));
    await client.create(widget(namespace, "b"));
    const { items } = await client.list(Widget, { namespace, fieldSelector: { "spec.mode": "slow" } });
    assert.deepEqual(namesOf(items), ["a"]);
    await refused(client.list(Widget, { namespace, fieldSelector: { "spec.size": "1" } }), {
      code: 400,
      reason: "BadRequest",
      message: "field label not supported: spec.size",
    });
  },

  "a field that cannot be selected by is refused": async ({ client, namespace }) => {
    await refused(client.list(ConfigMap, { namespace, fieldSelector: { "data.a": "1" } }), {
      code: 400,
      reason: "BadRequest",
      message: '"data.a" is not a known field selector: only "metadata.name", "metadata.namespace"',
    });
    await refused(client.list(Pod, { namespace, fieldSelector: { "spec.image": "1" } }), {
      code: 400,
      reason: "BadRequest",
      message: "field label not supported: spec.image",
    });
  },

  "a field selector that is none is refused": async ({ client, namespace }) => {
    await askRefused(
      client,
      "GET",
      `/api/v1/namespaces/${namespace}/configmaps?fieldSelector=abc`,
      {},
      {
        code: 400,
        reason: "BadRequest",
        message: "invalid selector: 'abc'; can't understand 'abc'",
      },
    );
  },
});
