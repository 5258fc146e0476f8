import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { HttpsTransport } from "@kubewright/client";
import { type ReferenceServer, startReferenceServer } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectDataFile, rowsOf } from "./data-file.ts";
import type { GoTypes } from "./go-types.ts";
import { recordDiscovery } from "./record-discovery.ts";
import { recordHealth, recordVersion } from "./record-health.ts";
import { minimalObjects } from "./record-minimal-objects.ts";
import { recordObjects } from "./record-objects.ts";
import { recordOpenApi } from "./record-open-api.ts";
import { recordTables } from "./record-tables.ts";
import { ReferenceReader } from "./reference-reader.ts";
import { type FieldSchema, renderTypeGraph } from "./render-type-graph.ts";

describe("recorded data is what the reference server says", () => {
  let server: ReferenceServer;
  let transport: HttpsTransport;
  let reader: ReferenceReader;

  beforeAll(async () => {
    server = await startReferenceServer();
    transport = new HttpsTransport(server.connection());
    reader = new ReferenceReader(transport);
  });

  afterAll(async () => {
    await transport?.close();
    await server?.close();
  });

  test("OpenAPI, and the type graph that is made with it", async () => {
    const files = await recordOpenApi(reader);
    for (const [name, text] of files) await expectDataFile(name, text);
    const types = JSON.parse(readFileSync(new URL("recorded/go-types.json", import.meta.url), "utf8")) as GoTypes;
    await expectDataFile("type-graph.jsonl", renderTypeGraph(types, schemasIn(files)));
  });

  test("discovery and tables", async () => {
    const discovery = await recordDiscovery(reader);
    await expectDataFile("discovery.json", rowsOf(discovery, 3));
    await expectDataFile("table-columns.json", rowsOf(await recordTables(reader, discovery), 2));
  });

  test("what a fresh server has", async () => {
    const discovery = await recordDiscovery(reader);
    const { rbac, flowcontrol, others } = await settled(() => recordObjects(reader, discovery));
    await expectDataFile("bootstrap-rbac.json", rowsOf(rbac));
    await expectDataFile("bootstrap-flowcontrol.json", rowsOf(flowcontrol));
    await expectDataFile("bootstrap-objects.json", rowsOf(others));
  });

  test("the reference accepts the minimal objects", async () => {
    const { stubs } = JSON.parse(readFileSync(new URL("recorded/stubs.json", import.meta.url), "utf8"));
    const objects = minimalObjects(stubs, await recordDiscovery(reader));
    const path = fileURLToPath(new URL("../../packages/apiserver/test/vectors/minimal-objects.json", import.meta.url));
    await expect(rowsOf(objects)).toMatchFileSnapshot(path);
    const refusals: unknown[] = [];
    for (const { group, version, resource, isNamespaced, object } of objects) {
      const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
      const answer = await reader.dryRun(`${root}${isNamespaced ? "/namespaces/default" : ""}/${resource}`, object);
      if (answer.status !== 201) refusals.push({ resource, ...answer });
    }
    expect(refusals).toEqual([]);
  });

  test("health checks and version", async () => {
    await expectDataFile("health-checks.json", rowsOf(await recordHealth(reader), 2));
    const version = await recordVersion(reader);
    expect(version.gitVersion).toBe("v1.36.3");
    await expectDataFile("version.json", rowsOf(version));
  });
});

/** What `read` gives when it gives the same twice: a server that has just started is not done yet. */
async function settled<T>(read: () => Promise<T>): Promise<T> {
  for (let previous = await read(); ; ) {
    const next = await read();
    if (JSON.stringify(next) === JSON.stringify(previous)) return next;
    previous = next;
  }
}

function schemasIn(files: ReadonlyMap<string, string>): Map<string, FieldSchema> {
  const schemas = new Map<string, FieldSchema>();
  for (const [name, text] of files) {
    if (!name.startsWith("openapi-v3/") || !name.endsWith(".gz")) continue;
    const document = JSON.parse(text) as { components?: { schemas?: Record<string, FieldSchema> } };
    for (const [schema, content] of Object.entries(document.components?.schemas ?? {})) schemas.set(schema, content);
  }
  return schemas;
}
