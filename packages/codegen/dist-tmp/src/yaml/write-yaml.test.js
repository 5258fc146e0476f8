import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parseJson } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { writeYaml } from "./write-yaml.js";
const vectors = JSON.parse(readFileSync(new URL("../../test/vectors/yaml.json", import.meta.url), "utf8"));
describe("writeYaml writes the reference's bytes", () => {
    test("of strings as values, as items and as keys", () => {
        const wrong = vectors.strings.flatMap(([text, value, item, key]) => [
            ...differences(text, value, { field: text }),
            ...differences(text, item, { a: { list: [text, "end"] } }),
            ...differences(text, key, { [text]: 1 }),
        ]);
        expect(wrong.slice(0, 10)).toEqual([]);
        expect(vectors.strings.length).toBeGreaterThan(2500);
    });
    test.each(vectors.values)("of %s", (json, document) => {
        expect(writeYaml(parseJson(json))).toBe(document);
    });
});
describe("of Kubernetes' own types, writeYaml writes the reference's bytes", () => {
    test.each(vectors.schemas)("of all schemas of %s, with their documentation", (name, sha256) => {
        const packed = readFileSync(new URL(`../../data/schema/${name}.txt.gz`, import.meta.url));
        const lines = gunzipSync(packed).toString("utf8").trim().split("\n");
        const types = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(" ")), JSON.parse(line.slice(line.indexOf(" ")))]));
        expect(createHash("sha256").update(writeYaml(types)).digest("hex")).toBe(sha256);
    });
});
describe("writeYaml", () => {
    test("leaves out members that are undefined", () => {
        expect(writeYaml({ a: undefined, b: 1 })).toBe("b: 1\n");
    });
});
function differences(text, expected, value) {
    const found = writeYaml(value);
    return found === expected ? [] : [{ text, expected, found }];
}
