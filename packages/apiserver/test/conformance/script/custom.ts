import type { Script } from "../script.ts";
import type { Session } from "../session.ts";
import { served } from "./apply.ts";
import { changes, columns, valueSchema, values } from "./custom-fixture.ts";
import { applyPatch, asTable, definition, type Json, mergePatch, thing } from "./fixture.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const anything: Json = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

function specSchema(properties: Json, more: Json = {}): Json {
  return { type: "object", properties: { spec: { type: "object", properties }, ...more } };
}

/** Makes a definition, and gives the path of its things once they are served. */
async function define(s: Session, group: string, options: Parameters<typeof definition>[1]): Promise<string> {
  await s.prepare("POST", definitions, { body: definition(group, options) });
  await served(s, group);
  return s.group(`${group}/v1`, "things");
}

/** Waits for what the reference does a little later. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt++) {
    if (await isSo().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("what the script waits for does not happen");
}

async function hasCondition(s: Session, name: string, type: string): Promise<boolean> {
  const found = await s.prepare("GET", `${definitions}/${name}`);
  return found.status.conditions?.some((condition: Json) => condition.type === type) ?? false;
}

/** Custom resources in detail. */
export const customScripts: Script[] = [
  {
    class: "CRD",
    name: "events of a definition",
    async run(s) {
      const group = "events.example.com";
      const name = `things.${group}`;
      const watched = (list: Json): string => {
        const from = `resourceVersion=${list.metadata.resourceVersion}`;
        return `${definitions}?watch=true&${from}&fieldSelector=metadata.name%3D${name}`;
      };
      await s.watch("it begins", watched(await s.prepare("GET", definitions)), {
        events: 3,
        during: () => s.prepare("POST", definitions, { body: definition(group) }),
      });
      await served(s, group);
      await s.prepare("POST", s.group(`${group}/v1`, "things"), { body: thing(group, "a") });
      await s.watch("it ends", watched(await s.prepare("GET", definitions)), {
        events: 3,
        during: () => s.prepare("DELETE", `${definitions}/${name}`),
      });
    },
  },
  {
    class: "CRD",
    name: "cells of columns",
    async run(s) {
      const path = await define(s, "cells.example.com", {
        schema: { type: "object", properties: { spec: anything, status: anything } },
        version: { additionalPrinterColumns: columns },
      });
      const spec = {
        i: 5,
        f: 1.5,
        s: "text",
        b: true,
        big: 12345678.5,
        o: { z: 1, a: { x: "<" } },
        l: ["p", "q", "r"],
        n: null,
        e: "",
        items: [
          { name: "a", n: 1 },
          { name: "b", n: 2 },
        ],
        date: "2001-01-01T00:00:00Z",
        future: "2999-01-01T00:00:00Z",
      };
      const conditions = [
        { type: "Other", status: "False" },
        { type: "Ready", status: "True" },
      ];
      const metadata = { annotations: { "a.b/c": "dotted" } };
      await s.prepare("POST", path, {
        body: thing("cells.example.com", "a", { metadata, spec, status: { conditions } }),
      });
      await s.prepare("POST", path, { body: thing("cells.example.com", "b", { spec: {} }) });
      await s.send("as a table", "GET", path, { accept: asTable });
    },
  },
  {
    class: "CRD",
    name: "embedded resources",
    async run(s) {
      const group = "embedded.example.com";
      const embedded = { ...anything, "x-kubernetes-embedded-resource": true };
      const known = {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        properties: { spec: { type: "object", properties: { a: { type: "integer" } } } },
      };
      const schema = specSchema({ template: embedded, list: { type: "array", items: embedded }, known });
      const path = await define(s, group, { schema });
      let count = 0;
      const create = (step: string, spec: Json, query = "") =>
        s.send(step, "POST", path + query, { body: thing(group, `e${count++}`, { spec }) });
      const pod = (metadata: Json): Json => ({ apiVersion: "v1", kind: "Pod", metadata });
      await create("good", { template: { ...pod({ name: "x", labels: { a: "b" } }), spec: { free: 1 } } });
      await create("without a kind", { template: {} });
      await create("a number for a version", { template: { apiVersion: 1, kind: "Pod" } });
      await create("a number for a name", { template: pod({ name: 5 }) });
      await create("a text for labels", { template: pod({ labels: "x" }) });
      await create("a bad time", { template: pod({ creationTimestamp: "x" }) });
      await create("bad kinds", { template: { apiVersion: "a/b/c", kind: "pod_" } });
      await create("bad metadata", { template: pod({ name: "a/b", labels: { "-": "x y" }, namespace: "A" }) });
      const unknown = { template: pod({ name: "x", foo: 1 }), list: [pod({ bar: 1 })] };
      await create("unknown metadata", unknown, "?fieldValidation=Warn");
      await create("unknown metadata, strictly", unknown, "?fieldValidation=Strict");
      const more = { ...pod({ name: "x" }), spec: { a: 1, b: 2 }, more: 1 };
      await create("unknown fields of a known kind", { known: more }, "?fieldValidation=Warn");
      await s.send("unknown metadata at the root", "POST", `${path}?fieldValidation=Strict`, {
        body: thing(group, "r", { metadata: { foo: 1, ownerReferences: [{ bar: 1 }] } }),
      });
      await s.send("labels that are no texts", "POST", path, {
        body: thing(group, "r", { metadata: { labels: { a: 1 } } }),
      });
    },
  },
  {
    class: "CRD",
    name: "values in detail",
    async run(s) {
      const group = "detail.example.com";
      const path = await define(s, group, { schema: valueSchema });
      const body = (name: string, more: Json = {}): Json => {
        return { apiVersion: `${group}/v1`, kind: "Thing", metadata: { name }, ...more };
      };
      await s.send("no spec", "POST", path, { body: body("none") });
      for (const [index, [step, spec]] of values.entries()) {
        await s.send(step, "POST", path, { body: body(`v${index}`, { spec }) });
      }
    },
  },
  {
    class: "CRD",
    name: "what was wrong before",
    async run(s) {
      const group = "ratchet.example.com";
      const options = (maxLength: number): Parameters<typeof definition>[1] => ({
        schema: specSchema(
          { s: { type: "string", maxLength }, n: { type: "integer" } },
          {
            status: {
              type: "object",
              properties: { p: { type: "string", maxLength }, q: { type: "integer", maximum: 3 } },
            },
          },
        ),
        version: { subresources: { status: {} } },
      });
      const path = await define(s, group, options(10));
      await s.prepare("POST", path, { body: thing(group, "a", { spec: { s: "abcdefgh", n: 1 } }) });
      const patch = (step: string, target: string, body: Json) =>
        s.send(step, "PATCH", path + target, { body, contentType: mergePatch });
      await patch("a good status", "/a/status", { status: { p: "abcdefgh" } });
      const { versions } = definition(group, options(3)).spec;
      await s.prepare("PATCH", `${definitions}/things.${group}`, {
        body: { spec: { versions } },
        contentType: mergePatch,
      });
      const probe = thing(group, "probe", { spec: { s: "abcdefgh" } });
      await until(async () => {
        const isTaken = s.prepare("POST", `${path}?dryRun=All`, { body: probe });
        return isTaken.then(
          () => false,
          () => true,
        );
      });
      await patch("it may stay", "/a", { spec: { n: 2 } });
      await patch("it may not change", "/a", { spec: { s: "zzzzz" } });
      await patch("it may stay in the status", "/a/status", { status: { q: 2 } });
      await patch("it may not change in the status", "/a/status", { status: { p: "zzzzz", q: 9 } });
      await patch("other parts through the status", "/a/status", {
        metadata: { labels: { a: "b" } },
        spec: { n: 9 },
        status: { q: 1 },
      });
      await patch("no status", "/a/status", { status: null });
    },
  },
  {
    class: "CRD",
    name: "names that are taken",
    async run(s) {
      const group = "names.example.com";
      await define(s, group, {});
      const add = async (step: string, names: Json): Promise<void> => {
        const name = `${names.plural}.${group}`;
        await s.send(step, "POST", definitions, {
          body: { ...definition(group, { spec: { names } }), metadata: { name } },
        });
        await until(() => hasCondition(s, name, "Established"));
        await s.send(`${step}, later`, "GET", `${definitions}/${name}`);
      };
      await add("short names", { plural: "others", singular: "other", kind: "Other", shortNames: ["th", "things"] });
      await add("a kind", { plural: "thirds", kind: "Thing", listKind: "ThirdList" });
      await s.send("not served", "GET", s.group(`${group}/v1`, "others"));
      await s.send("discovery", "GET", `/apis/${group}/v1`);
    },
  },
  {
    class: "CRD",
    name: "groups of the project",
    async run(s) {
      const body = (annotation?: string): Json => {
        const made = definition("conformance.k8s.io");
        if (annotation !== undefined) made.metadata.annotations = { "api-approved.kubernetes.io": annotation };
        return made;
      };
      await s.send("without approval", "POST", definitions, { body: body() });
      await s.send("with anything", "POST", definitions, { body: body("yes") });
      await s.send("unapproved", "POST", definitions, { body: body("unapproved, for a test") });
    },
  },
  {
    class: "CRD",
    name: "an end that is held up",
    async run(s) {
      const group = "ending.example.com";
      const path = await define(s, group, {});
      const name = `things.${group}`;
      await s.prepare("POST", path, { body: thing(group, "held", { metadata: { finalizers: ["x.y/z"] } }) });
      await s.prepare("POST", path, { body: thing(group, "free") });
      await s.send("delete", "DELETE", `${definitions}/${name}`);
      await until(async () => (await s.prepare("GET", path)).items.length === 1);
      await s.send("what is left", "GET", path);
      await s.send("nothing new", "POST", path, { body: thing(group, "late") });
      await s.send("delete again", "DELETE", `${definitions}/${name}`);
      await s.send("let it go", "PATCH", `${path}/held`, {
        body: { metadata: { finalizers: null } },
        contentType: mergePatch,
      });
      await until(() =>
        s.prepare("GET", `${definitions}/${name}`).then(
          () => false,
          () => true,
        ),
      );
      await s.send("gone", "GET", `${definitions}/${name}`);
    },
  },
  {
    class: "CRD",
    name: "odd scales",
    async run(s) {
      const group = "scales.example.com";
      const scale = {
        specReplicasPath: ".spec.deep.replicas",
        statusReplicasPath: ".status.replicas",
        labelSelectorPath: ".status.selector",
      };
      const path = await define(s, group, {
        schema: { type: "object", properties: { spec: anything, status: anything } },
        version: { subresources: { status: {}, scale } },
      });
      const create = (step: string, spec: Json) => s.send(step, "POST", path, { body: thing(group, "a", { spec }) });
      const patch = (step: string, target: string, body: Json) =>
        s.send(step, "PATCH", `${path}/a/${target}`, { body, contentType: mergePatch });
      await create("a text", { deep: { replicas: "x" } });
      await create("no object on the way", { deep: 5 });
      await create("less than nothing", { deep: { replicas: -1 } });
      await create("more than fit", { deep: { replicas: 2147483648 } });
      await create("none", {});
      await s.send("read none", "GET", `${path}/a/scale`);
      await patch("write none", "scale", { metadata: { labels: { a: "b" } } });
      await patch("write some", "scale", { spec: { replicas: 3 } });
      await patch("write zero", "scale", { spec: { replicas: 0 } });
      await patch("a bad status", "status", { status: { replicas: "x", selector: 5 } });
      await patch("a good status", "status", { status: { replicas: 2, selector: "a=b" } });
      await s.send("read", "GET", `${path}/a/scale`);
      await s.send("as a table", "GET", `${path}/a/scale`, { accept: asTable });
      await s.send("the object", "GET", `${path}/a`);
    },
  },
  {
    class: "CRD",
    name: "types for apply",
    async run(s) {
      const group = "types.example.com";
      const items = {
        type: "object",
        required: ["k"],
        properties: { k: { type: "string" }, p: { type: "string", default: "TCP" }, v: { type: "integer" } },
      };
      const schema = specSchema({
        map: { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], items },
        set: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
        atomic: { type: "object", "x-kubernetes-map-type": "atomic", additionalProperties: { type: "string" } },
        open: { ...anything, properties: { known: { type: "string" } } },
        port: { "x-kubernetes-int-or-string": true },
        free: { "x-kubernetes-preserve-unknown-fields": true },
      });
      const path = await define(s, group, { schema });
      const apply = (step: string, manager: string, spec: Json, query = "") =>
        s.send(step, "PATCH", `${path}/a?fieldManager=${manager}${query}`, {
          body: { apiVersion: `${group}/v1`, kind: "Thing", metadata: { name: "a" }, spec },
          contentType: applyPatch,
        });
      const first = { map: [{ k: "a", v: 1 }], set: ["x"], atomic: { a: "1" }, port: 5, free: { x: 1 } };
      await apply("all", "one", { ...first, open: { known: "k", other: { deep: [1] } } });
      await apply("beside it", "two", { map: [{ k: "b", v: 2 }], set: ["y"], open: { other: { more: 1 } } });
      const contested = { map: [{ k: "a", v: 9 }], atomic: { b: "2" }, port: "x", free: "text" };
      await apply("against it", "two", contested);
      await apply("by force", "two", contested, "&force=true");
      await apply("an unknown field", "two", { unknown: 1 }, "&fieldValidation=Strict");
      await apply("a key twice", "two", { map: [{ k: "a" }, { k: "a" }] });
      await apply("a text for a list", "two", { map: "x" });
      await apply("no key", "two", { map: [{ v: 1 }] });
    },
  },
  {
    class: "CRD",
    name: "more invalid definitions",
    async run(s) {
      for (const [index, [step, change]] of changes.entries()) {
        const body = structuredClone(definition(`invalid${index}.example.com`));
        change(body, body.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties);
        await s.send(step, "POST", `${definitions}?dryRun=All`, { body });
      }
    },
  },
];
