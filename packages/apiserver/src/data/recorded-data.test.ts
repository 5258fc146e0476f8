import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ApiServerError } from "../errors.ts";
import { readBootstrapObjects, readDefaultRoles, readFlowControlObjects } from "./bootstrap-data.ts";
import { readDataText } from "./data-file.ts";
import { readDiscovery } from "./discovery-data.ts";
import { OpenApiData } from "./open-api-data.ts";
import { readHealthChecks, readVersion } from "./server-data.ts";
import { readTableColumns } from "./table-data.ts";

describe("recorded data", () => {
  test("a missing file is named", () => {
    expect(() => readDataText("nothing.json")).toThrow(ApiServerError);
    expect(() => readDataText("nothing.json")).toThrow(/data\/nothing\.json .*install/);
  });

  test("discovery has every resource in both forms", () => {
    const { resources, aggregated, groups } = readDiscovery();
    expect(Object.keys(resources).length).toBe(1 + groups.groups.flatMap((group) => group.versions).length);
    const deployments = resources["apps/v1"]!.find(({ name }) => name === "deployments");
    expect(deployments).toMatchObject({
      kind: "Deployment",
      namespaced: true,
      shortNames: ["deploy"],
      categories: ["all"],
    });
    expect(aggregated.groups.items.map(({ metadata }) => metadata.name)).toEqual(groups.groups.map(({ name }) => name));
  });

  test("documents of OpenAPI have the hashes by which they are asked for", () => {
    const data = new OpenApiData();
    for (const path of ["api/v1", "apis/apps/v1", "version"]) {
      const hash = createHash("sha512").update(data.document(path)!).digest("hex").toUpperCase();
      expect(data.hashes.get(path)).toBe(hash);
    }
    expect(data.document("apis/nothing/v1")).toBeUndefined();
    expect(JSON.parse(Buffer.from(data.documentVersion2()).toString()).swagger).toBe("2.0");
  });

  test("every resource that can be listed has columns", () => {
    const columns = readTableColumns();
    for (const [version, resources] of Object.entries(readDiscovery().resources)) {
      for (const { name, verbs } of resources) {
        if (verbs.includes("list")) expect(columns[version]?.[name]?.[0]).toMatchObject({ name: expect.any(String) });
      }
    }
  });

  test("what a fresh server has is there", () => {
    const names = (objects: { kind: string; metadata: { name?: string } }[]) =>
      objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names(readDefaultRoles())).toEqual(
      expect.arrayContaining(["ClusterRole cluster-admin", "ClusterRole view"]),
    );
    expect(names(readFlowControlObjects())).toContain("FlowSchema catch-all");
    expect(names(readBootstrapObjects())).toEqual(
      expect.arrayContaining(["Namespace kube-system", "Service kubernetes", "PriorityClass system-node-critical"]),
    );
  });

  test("health checks and version are there", () => {
    expect(readHealthChecks().readyz.slice(0, 3)).toEqual(["ping", "log", "etcd"]);
    expect(readVersion()).toMatchObject({ major: "1", minor: "36", gitVersion: "v1.36.3" });
  });
});
