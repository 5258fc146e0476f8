import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toolVersion } from "./tool-version.js";
test("the version that manifests name is the package's", () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(toolVersion).toBe(`kubewright-${version}`);
});
