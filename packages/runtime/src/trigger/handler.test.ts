import { defineKind, formatKey, type Kind, type KubeObject, type OwnerReference, type Scope } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { enqueueMapped, enqueueObject, enqueueOwner, type HandlerContext, type TriggerHandler } from "./handler.ts";
import type { TriggerEvent } from "./trigger-event.ts";

const Pod = defineKind<KubeObject>({ group: "", version: "v1", kind: "Pod" });
const Shop: Kind = defineKind({ group: "example.com", version: "v1", kind: "Shop", scope: "Namespaced" });
const Region: Kind = defineKind({ group: "example.com", version: "v1", kind: "Region", scope: "Cluster" });

const context: HandlerContext = { signal: new AbortController().signal };

function pod(...ownerReferences: OwnerReference[]): KubeObject {
  return Pod.of({ metadata: { namespace: "town", name: "web", labels: { app: "web" }, ownerReferences } });
}

function owner(name: string, more: Partial<OwnerReference> = {}): OwnerReference {
  return { apiVersion: "example.com/v1", kind: "Shop", name, uid: `uid of ${name}`, controller: true, ...more };
}

/** An event of each type with this object; as an update, it was the same before. */
function eventsOf(object: KubeObject): TriggerEvent[] {
  return [
    { type: "added", object, isInitial: false },
    { type: "updated", old: object, object, isResync: false },
    { type: "deleted", object, isStateUnknown: false },
    { type: "generic", object },
  ];
}

async function keys(handler: TriggerHandler, event: TriggerEvent): Promise<string[]> {
  return Array.from(await handler(event, context), formatKey);
}

function raise(message: string): never {
  throw new Error(message);
}

test.each(eventsOf(pod()))("enqueueObject gives the object of an event: $type", async (event) => {
  expect(await keys(enqueueObject(), event)).toEqual(["town/web"]);
});

describe("enqueueOwner", () => {
  test.each(eventsOf(pod(owner("a"))))("gives the owner in the object's namespace: $type", async (event) => {
    expect(await keys(enqueueOwner(Shop), event)).toEqual(["town/a"]);
  });

  test.each<{ name: string; references: OwnerReference[]; managing: string[]; any: string[] }>([
    { name: "no owner", references: [], managing: [], any: [] },
    {
      name: "several, one of which manages it",
      references: [owner("a", { controller: false }), owner("b"), { ...owner("c"), controller: undefined! }],
      managing: ["town/b"],
      any: ["town/a", "town/b", "town/c"],
    },
    {
      name: "another version",
      references: [owner("a", { apiVersion: "example.com/v2beta1" })],
      managing: ["town/a"],
      any: ["town/a"],
    },
    {
      name: "another group or kind",
      references: [
        owner("a", { apiVersion: "example.org/v1" }),
        owner("b", { apiVersion: "v1" }),
        owner("c", { kind: "Market" }),
      ],
      managing: [],
      any: [],
    },
    {
      name: "one owner twice",
      references: [owner("a"), owner("a", { apiVersion: "example.com/v2" })],
      managing: ["town/a"],
      any: ["town/a"],
    },
  ])("of $name", async ({ references, managing, any }) => {
    const [event] = eventsOf(pod(...references));
    expect(await keys(enqueueOwner(Shop), event!)).toEqual(managing);
    expect(await keys(enqueueOwner(Shop, { onlyController: false }), event!)).toEqual(any);
  });

  test("gives the old and the new owner after an update", async () => {
    const event: TriggerEvent = { type: "updated", old: pod(owner("a")), object: pod(owner("b")), isResync: false };
    expect(await keys(enqueueOwner(Shop), event)).toEqual(["town/a", "town/b"]);
  });

  test("gives owners of a cluster-scoped kind without a namespace", async () => {
    const [event] = eventsOf(pod(owner("north", { kind: "Region" })));
    expect(await keys(enqueueOwner(Region), event!)).toEqual(["north"]);
  });

  test("gives the owner of a cluster-scoped object without a namespace", async () => {
    const node = Pod.of({ metadata: { name: "node", ownerReferences: [owner("north", { kind: "Region" })] } });
    expect(await keys(enqueueOwner(Region), eventsOf(node)[0]!)).toEqual(["north"]);
  });

  test("knows an owner of the core group", async () => {
    const [event] = eventsOf(pod(owner("config", { apiVersion: "v1", kind: "ConfigMap" })));
    const ConfigMap = defineKind({ group: "", version: "v1", kind: "ConfigMap", scope: "Namespaced" });
    expect(await keys(enqueueOwner(ConfigMap), event!)).toEqual(["town/config"]);
  });

  describe("of a kind that does not say its scope", () => {
    const Unscoped: Kind = defineKind({ group: "example.com", version: "v1", kind: "Shop" });
    const [event] = eventsOf(pod(owner("a"))) as [TriggerEvent];

    test.each<[Scope, string]>([
      ["Namespaced", "town/a"],
      ["Cluster", "a"],
    ])("asks the server once whether it is %s", async (scope, expected) => {
      const asked: string[] = [];
      const discovery = {
        resourceFor: async ({ kind }: { kind: string }) => {
          asked.push(kind);
          return { scope } as never;
        },
      };
      const handler = enqueueOwner(Unscoped);
      const [orphan] = eventsOf(pod()) as [TriggerEvent];
      expect(handler(orphan, { ...context, discovery })).toEqual([]);
      expect(asked).toEqual([]);
      expect(Array.from(await handler(event, { ...context, discovery }), formatKey)).toEqual([expected]);
      expect(Array.from(handler(event, { ...context, discovery }) as [], formatKey)).toEqual([expected]);
      expect(asked).toEqual(["Shop"]);
    });

    test("asks again after a failure", async () => {
      let isUp = false;
      const discovery = {
        resourceFor: async () => {
          if (!isUp) throw new Error("no connection");
          return { scope: "Cluster" } as never;
        },
      };
      const handler = enqueueOwner(Unscoped);
      await expect(handler(event, { ...context, discovery })).rejects.toThrow("no connection");
      isUp = true;
      expect(Array.from(await handler(event, { ...context, discovery }), formatKey)).toEqual(["a"]);
    });

    test("says what to do when there is no one to ask", async () => {
      await expect(keys(enqueueOwner(Unscoped), event)).rejects.toMatchObject({
        code: "INVALID_SETUP",
        message: expect.stringContaining('defineKind({ …, scope: "Namespaced" })'),
      });
    });
  });
});

describe("enqueueMapped", () => {
  const byLabel = ({ metadata: { namespace, labels = {} } }: KubeObject) =>
    Object.values(labels).map((name) => ({ namespace: namespace!, name }));

  test.each(eventsOf(pod()))("gives what the function gives for the object: $type", async (event) => {
    expect(await keys(enqueueMapped(byLabel), event)).toEqual(["town/web"]);
  });

  test.each([
    { how: "at once", map: byLabel },
    { how: "later", map: async (object: KubeObject) => byLabel(object) },
  ])("asks for the old and the new object of an update, and gives each key once: $how", async ({ map }) => {
    const labelled = (labels: Record<string, string>) => Pod.of({ metadata: { namespace: "town", name: "x", labels } });
    const event: TriggerEvent = {
      type: "updated",
      old: labelled({ a: "one", b: "two", c: "two" }),
      object: labelled({ a: "two", b: "three" }),
      isResync: false,
    };
    expect(await keys(enqueueMapped(map), event)).toEqual(["town/one", "town/two", "town/three"]);
  });

  test("asks once for an object that did not change", () => {
    let asked = 0;
    const handler = enqueueMapped(() => {
      asked++;
      return [];
    });
    const object = pod();
    void handler({ type: "updated", old: object, object, isResync: true }, context);
    expect(asked).toBe(1);
  });

  test("rejects once when the function fails in two ways", async () => {
    const failures = [() => Promise.reject(new Error("later")), () => raise("at once")];
    const handler = enqueueMapped(() => failures.shift()!());
    const event: TriggerEvent = { type: "updated", old: pod(), object: pod(), isResync: false };
    await expect(handler(event, context)).rejects.toThrow("later");
  });

  test("keeps what the function says about urgency", async () => {
    const requests = [
      { name: "a", priority: 5 },
      { name: "a", priority: 5 },
      { name: "a", afterMs: 10 },
    ];
    const [event] = eventsOf(pod()) as [TriggerEvent];
    expect(enqueueMapped(() => requests)(event, context)).toEqual([
      { name: "a", priority: 5 },
      { name: "a", afterMs: 10 },
    ]);
  });

  test("passes on the signal", () => {
    const seen: unknown[] = [];
    const handler = enqueueMapped((_, { signal }) => {
      seen.push(signal);
      return [];
    });
    void handler(eventsOf(pod())[0]!, context);
    expect(seen).toEqual([context.signal]);
  });
});
