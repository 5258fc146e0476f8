import { defineKind, type KubeObject, Selector } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import {
  and,
  annotationsChanged,
  generationChanged,
  labelSelector,
  labelsChanged,
  not,
  on,
  or,
  type Predicate,
  resourceVersionChanged,
  select,
  where,
} from "./predicate.ts";
import type { TriggerEvent } from "./trigger-event.ts";

interface Widget extends KubeObject {
  spec?: { size?: number; parts?: string[] };
}
const Widget = defineKind<Widget>({ group: "example.com", version: "v1", kind: "Widget" });

type Parts = Partial<Widget["metadata"]> & { readonly spec?: NonNullable<Widget["spec"]> };

function widget({ spec, ...metadata }: Parts = {}): Widget {
  return Widget.of({ metadata: { namespace: "shop", name: "cart", ...metadata }, ...(spec && { spec }) });
}

function updated(old: Parts, object: Parts): TriggerEvent<Widget> {
  return { type: "updated", old: widget(old), object: widget(object), isResync: false };
}

const others: readonly TriggerEvent<Widget>[] = [
  { type: "added", object: widget(), isInitial: true },
  { type: "added", object: widget(), isInitial: false },
  { type: "deleted", object: widget(), isStateUnknown: false },
  { type: "generic", object: widget() },
];

interface UpdateCase {
  readonly name: string;
  readonly predicate: Predicate<Widget>;
  readonly changes: readonly [Parts, Parts][];
  readonly keeps: readonly [Parts, Parts][];
}

describe.each<UpdateCase>([
  {
    name: "generationChanged",
    predicate: generationChanged(),
    changes: [
      [{ generation: 1 }, { generation: 2 }],
      [{ generation: 1 }, { generation: 2, deletionTimestamp: "2026-01-01T00:00:00Z" }],
    ],
    keeps: [
      [
        { generation: 1, resourceVersion: "5" },
        { generation: 1, resourceVersion: "6", labels: { a: "b" } },
      ],
      [{ generation: 1 }, { generation: 1, deletionTimestamp: "2026-01-01T00:00:00Z" }],
      [{}, {}],
    ],
  },
  {
    name: "resourceVersionChanged",
    predicate: resourceVersionChanged(),
    changes: [[{ resourceVersion: "5" }, { resourceVersion: "6" }]],
    keeps: [[{ resourceVersion: "5" }, { resourceVersion: "5", labels: { a: "b" } }]],
  },
  {
    name: "labelsChanged",
    predicate: labelsChanged(),
    changes: [
      [{}, { labels: { a: "b" } }],
      [{ labels: { a: "b" } }, { labels: { a: "c" } }],
      [{ labels: { a: "b" } }, {}],
    ],
    keeps: [
      [{}, { labels: {} }],
      [{ labels: { a: "b", c: "d" } }, { labels: { c: "d", a: "b" }, annotations: { e: "f" }, generation: 2 }],
    ],
  },
  {
    name: "annotationsChanged",
    predicate: annotationsChanged(),
    changes: [
      [{}, { annotations: { a: "b" } }],
      [{ annotations: { a: "b" } }, { annotations: { a: "b", c: "" } }],
    ],
    keeps: [
      [{}, { annotations: {} }],
      [{ annotations: { a: "b" } }, { annotations: { a: "b" }, labels: { a: "b" } }],
    ],
  },
  {
    name: "select",
    predicate: select(({ spec }) => [spec?.size, spec?.parts]),
    changes: [
      [{ spec: { size: 1 } }, { spec: { size: 2 } }],
      [{ spec: { parts: ["a", "b"] } }, { spec: { parts: ["b", "a"] } }],
      [{}, { spec: { size: 1 } }],
    ],
    keeps: [
      [{ spec: { size: 1, parts: ["a"] } }, { spec: { parts: ["a"], size: 1 }, labels: { a: "b" } }],
      [{}, { spec: {} }],
    ],
  },
])("$name", ({ predicate, changes, keeps }) => {
  test.each(changes)("lets the update through from %j to %j", (old, object) => {
    expect(predicate(updated(old, object))).toBe(true);
  });

  test.each(keeps)("leaves out the update from %j to %j", (old, object) => {
    expect(predicate(updated(old, object))).toBe(false);
  });

  test.each(others)("lets $type events through", (event) => {
    expect(predicate(event)).toBe(true);
  });
});

describe("labelSelector", () => {
  test.each([
    "app=web,tier in (a, b)",
    { matchLabels: { app: "web" }, matchExpressions: [{ key: "tier", operator: "In" as const, values: ["a", "b"] }] },
    Selector.parse("app=web,tier in (a, b)"),
  ])("looks at the object of any event, written as %s", (selector) => {
    const predicate = labelSelector(selector);
    const selected = widget({ labels: { app: "web", tier: "b" } });
    const left = widget({ labels: { app: "web" } });
    const both: [TriggerEvent, TriggerEvent][] = [
      [
        { type: "added", object: selected, isInitial: false },
        { type: "added", object: left, isInitial: false },
      ],
      [
        { type: "updated", old: left, object: selected, isResync: false },
        { type: "updated", old: selected, object: left, isResync: false },
      ],
      [
        { type: "deleted", object: selected, isStateUnknown: false },
        { type: "deleted", object: widget(), isStateUnknown: false },
      ],
      [
        { type: "generic", object: selected },
        { type: "generic", object: widget() },
      ],
    ];
    for (const [matching, other] of both) expect([predicate(matching), predicate(other)]).toEqual([true, false]);
  });

  test("refuses at once what is no selector", () => {
    expect(() => labelSelector("a in b")).toThrow("selector");
  });
});

test("where looks at the object as it is now", () => {
  const predicate = where<Widget>(({ spec }) => (spec?.size ?? 0) > 1);
  expect(predicate(updated({ spec: { size: 5 } }, { spec: { size: 1 } }))).toBe(false);
  expect(predicate(updated({ spec: { size: 1 } }, { spec: { size: 5 } }))).toBe(true);
  expect(predicate({ type: "deleted", object: widget(), isStateUnknown: true })).toBe(false);
});

describe("on", () => {
  const predicate = on<Widget>({
    added: ({ isInitial }) => !isInitial,
    updated: ({ old, object }) => old.spec?.size !== object.spec?.size,
    deleted: false,
  });

  test("asks what is said for the type of the event", () => {
    expect(predicate(updated({ spec: { size: 1 } }, { spec: { size: 2 } }))).toBe(true);
    expect(predicate(updated({ spec: { size: 1 } }, { spec: { size: 1 } }))).toBe(false);
    expect(others.map((event) => predicate(event))).toEqual([false, true, false, true]);
  });

  test("lets through what nothing is said for", () => {
    expect(others.every(on({}))).toBe(true);
  });
});

describe("and, or, not", () => {
  const yes: Predicate = () => true;
  const no: Predicate = () => false;
  const never: Predicate = () => {
    throw new Error("asked");
  };
  const [event] = others as [TriggerEvent];

  test.each<[string, Predicate, boolean]>([
    ["and()", and(), true],
    ["and(yes, yes)", and(yes, yes), true],
    ["and(yes, no)", and(yes, no), false],
    ["and(no, never asked)", and(no, never), false],
    ["or()", or(), false],
    ["or(no, no)", or(no, no), false],
    ["or(no, yes)", or(no, yes), true],
    ["or(yes, never asked)", or(yes, never), true],
    ["not(yes)", not(yes), false],
    ["not(no)", not(no), true],
    ["and(or(no, yes), not(no))", and(or(no, yes), not(no)), true],
  ])("%s", (_, predicate, expected) => {
    expect(predicate(event)).toBe(expected);
  });

  test("combine what leaves out updates: spec or labels", () => {
    const predicate = or(generationChanged(), labelsChanged());
    expect(predicate(updated({ generation: 1 }, { generation: 1, labels: { a: "b" } }))).toBe(true);
    expect(predicate(updated({ generation: 1 }, { generation: 1, annotations: { a: "b" } }))).toBe(false);
  });
});
