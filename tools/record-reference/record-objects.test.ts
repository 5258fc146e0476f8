import { expect, test } from "vitest";
import type { Discovery } from "./record-discovery.ts";
import { recordObjects } from "./record-objects.ts";
import type { ReferenceReader } from "./reference-reader.ts";

test("what a server met with as it started is no part of what a fresh one has", async () => {
  const listed = (name: string, kind: string) => ({ name, kind, verbs: ["create", "list"] });
  const resources = { v1: [listed("events", "Event"), listed("namespaces", "Namespace")] };
  const discovery = { resources } as unknown as Discovery;
  const reader = {
    json: async (path: string) => ({ items: [{ metadata: { name: path, uid: "1" } }] }),
  } as unknown as ReferenceReader;
  const { others } = await recordObjects(reader, discovery);
  expect(others).toEqual([{ apiVersion: "v1", kind: "Namespace", metadata: { name: "/api/v1/namespaces" } }]);
});
