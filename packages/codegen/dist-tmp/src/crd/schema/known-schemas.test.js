import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mapParts } from "./json-schema.js";
import { KnownSchemas } from "./known-schemas.js";
const metadata = "k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta";
describe("KnownSchemas", () => {
    test("finds types of Kubernetes by their Go names", () => {
        const known = new KnownSchemas();
        expect(known.find("k8s.io/apimachinery/pkg/apis/meta/v1.Time")).toEqual({ type: "string", format: "date-time" });
        expect(known.find("k8s.io/api/core/v1.PodSpec")?.properties?.containers?.items).toEqual({
            $ref: "k8s.io/api/core/v1.Container",
        });
        expect(known.find("k8s.io/api/core/v1.Nothing")).toBeUndefined();
        expect(known.find("k8s.io/api/core/v0.Pod")).toBeUndefined();
        expect(known.find("../../package.json")).toBeUndefined();
    });
    test("has metadata within a spec without its fields, unless they are asked for", () => {
        expect(new KnownSchemas().find(metadata)).toEqual({ type: "object" });
        const { properties = {} } = new KnownSchemas({ generateEmbeddedObjectMeta: true }).find(metadata) ?? {};
        expect(Object.keys(properties).sort()).toEqual(["annotations", "finalizers", "labels", "name", "namespace"]);
    });
    test("every reference leads to another known type", () => {
        const known = new KnownSchemas();
        const missing = new Set();
        const seen = new Set();
        const visit = (schema) => {
            if (typeof schema.$ref === "string" && !seen.has(schema.$ref)) {
                seen.add(schema.$ref);
                const found = known.find(schema.$ref);
                if (found === undefined)
                    missing.add(schema.$ref);
                else
                    visit(found);
            }
            return mapParts(schema, visit);
        };
        for (const kind of ["apps/v1.Deployment", "batch/v1.CronJob", "core/v1.Node", "resource/v1.ResourceSlice"]) {
            visit({ $ref: `k8s.io/api/${kind}` });
        }
        expect([...missing]).toEqual([]);
        expect(seen.size).toBeGreaterThan(200);
    });
    test("has a file for each package with types of @kubewright/api", () => {
        const types = new URL("../../../../api/src/types/", import.meta.url);
        const data = readdirSync(new URL("../../../data/schema/", import.meta.url)).join("\n");
        for (const group of readdirSync(types))
            expect(data).toContain(group);
    });
});
