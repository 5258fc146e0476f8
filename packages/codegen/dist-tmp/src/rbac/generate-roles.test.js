import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { roleInputs } from "../../test/rbac/role-inputs.js";
import { parseMarker } from "../marker/parse-marker.js";
import { generateRoles } from "./generate-roles.js";
const recorded = JSON.parse(readFileSync(new URL("../../test/vectors/roles.json", import.meta.url), "utf8"));
describe("generateRoles", () => {
    test.each(Object.keys(roleInputs))("writes what controller-gen writes: %s", (name) => {
        const { files, problems } = rolesOf(roleInputs[name]);
        expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
        expect(files.map(({ text }) => text).join("")).toBe(recorded[name]);
    });
    test("takes markers in any order", () => {
        for (const markers of Object.values(roleInputs)) {
            expect(rolesOf(markers.toReversed()).files).toEqual(rolesOf(markers).files);
        }
    });
    test("grants all verbs where merging groups makes two rules of the same resources", () => {
        const { files } = rolesOf([
            "groups=a,resources=x,verbs=get",
            "groups=b,resources=x,verbs=get",
            "groups=a;b,resources=x,verbs=list",
        ]);
        expect(files[0].text).toContain("  - a\n  - b\n  resources:\n  - x\n  verbs:\n  - get\n  - list\n");
        expect(files[0].text.match(/apiGroups/g)).toHaveLength(1);
    });
    test("writes one file, of the name and with the header that it is given", () => {
        const markers = ["groups=apps,resources=deployments,verbs=get"];
        expect(rolesOf(markers).files.map(({ path }) => path)).toEqual(["role.yaml"]);
        const { files } = rolesOf(markers, { roleName: "other", fileName: "other.yaml", header: "# Copyright 2026\n" });
        expect(files).toEqual([
            { path: "other.yaml", text: expect.stringMatching(/^# Copyright 2026\n---\napiVersion: /) },
        ]);
        expect(files[0].text).toContain("  name: other\n");
    });
    test("writes none without markers, and none of modules that were only imported", () => {
        expect(rolesOf([]).files).toEqual([]);
        expect(rolesOf(["groups=apps,resources=deployments,verbs=get"], undefined, false).files).toEqual([]);
    });
    test.each([
        ["groups=apps,resources=deployments,verbs=", "error", "there are no verbs; write verbs=get;list;watch, or verbs=*"],
        [
            "groups=apps,resources=a,urls=/b,verbs=get",
            "warning",
            "servers refuse rules for resources and urls at once; write two markers",
        ],
        ["urls=/b,namespace=c,verbs=get", "warning", "servers refuse urls in a Role; leave namespace out"],
        ["groups=apps,verbs=get", "warning", "servers refuse rules without resources or urls"],
        ["resources=pods,verbs=get", "warning", 'servers refuse rules without groups; write groups="" for the core group'],
    ])("%s has a problem", (marker, severity, message) => {
        expect(rolesOf([marker]).problems).toEqual([
            { severity, message: `+kubebuilder:rbac: ${message}`, position: { file: "main.ts", line: 1, column: 4 } },
        ]);
    });
});
function rolesOf(markers, options = { roleName: "manager-role" }, isRequested = true) {
    const problems = [];
    const report = (problem) => problems.push(problem);
    const position = { file: "main.ts", line: 1, column: 4 };
    const parsed = markers.flatMap((text) => {
        const marker = parseMarker({ text: `kubebuilder:rbac:${text}`, position }, "package", report);
        return marker === undefined ? [] : [marker];
    });
    const module = { file: "main.ts", isRequested, markers: [], kinds: [], types: [] };
    const nothing = () => [];
    const model = {
        modules: [module],
        kinds: [],
        packageMarkers: () => parsed,
        typeMarkers: nothing,
        fieldMarkers: nothing,
        moduleOf: () => module,
    };
    return { files: generateRoles(model, options, report), problems };
}
