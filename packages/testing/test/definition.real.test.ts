import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DynamicObject, defineKind, isInvalid } from "@kubewright/api";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { ApiClient, type Client, HttpsTransport } from "@kubewright/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installDefinitions } from "../src/definition/install-definitions.ts";
import { type ReferenceServer, startReferenceServer } from "../src/reference/reference-server.ts";

const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
const version = (name: string, storage: boolean, served = true) => ({ name, served, storage, schema });

function definitionOf(plural: string, kind: string, versions = [version("v1", true)]): CustomResourceDefinition {
  const names = { plural, kind };
  return CustomResourceDefinition.of({
    metadata: { name: `${plural}.kitchen.example.com` },
    spec: { group: "kitchen.example.com", scope: "Namespaced", names, versions },
  });
}

const kindOf = (kind: string, version: string) =>
  defineKind<DynamicObject>({ group: "kitchen.example.com", version, kind });

describe("definitions", () => {
  let folder: string;
  let server: ReferenceServer;
  let client: Client;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kubewright-definitions-"));
    // As generators write it.
    const text = JSON.stringify({ ...definitionOf("teas", "Tea"), status: { storedVersions: [] } });
    await writeFile(join(folder, "teas.yaml"), text.replace('"metadata":{', '"metadata":{"creationTimestamp":null,'));
    server = await startReferenceServer({ definitions: [folder] });
    client = new ApiClient({ transport: new HttpsTransport(server.connection()) });
  });
  afterAll(async () => {
    await client?.close();
    await server?.close();
    await rm(folder, { recursive: true });
  });

  test("given to a server are served from the start", async () => {
    const tea = await client.create(kindOf("Tea", "v1").of({ metadata: { name: "assam" } }));
    expect(tea.metadata.uid).toBeDefined();
  });

  test("are served in every version when they are installed, and can be changed", async () => {
    const [first] = await installDefinitions(client, [definitionOf("cakes", "Cake"), definitionOf("pies", "Pie")]);
    await client.create(kindOf("Cake", "v1").of({ metadata: { name: "apple" } }));
    expect(await client.list(kindOf("Pie", "v1"))).toMatchObject({ items: [] });

    const versions = [version("v1", false), version("v2", true), version("v3", false, false)];
    const [second] = await installDefinitions(client, [definitionOf("cakes", "Cake", versions)]);
    expect(second?.metadata.uid).toBe(first?.metadata.uid);
    const { items } = await client.list(kindOf("Cake", "v2"));
    expect(items.map(({ metadata }) => metadata.name)).toEqual(["apple"]);
  });

  test("are refused as the server refuses them", async () => {
    const definition = definitionOf("teas", "Tea");
    definition.spec.versions[0]!.storage = false;
    await expect(installDefinitions(client, [definition])).rejects.toSatisfy(isInvalid);
  });
});
