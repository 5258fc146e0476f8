import { describe, expect, test } from "vitest";
import { CodegenError } from "../errors.ts";
import { parseOptions } from "./parse-options.ts";

describe("options", () => {
  test("without any, manifests are CRDs and roles where Kubebuilder's projects have them", () => {
    expect(parseOptions([], "manifests")).toEqual({
      generators: [
        { name: "crd", options: {}, output: { to: "folder", config: "config/crd/bases" } },
        { name: "rbac", options: { roleName: "manager-role" }, output: { to: "folder", config: "config/rbac" } },
      ],
      paths: ["./..."],
    });
  });

  test("without any, generate is code beside the types", () => {
    expect(parseOptions([], "generate").generators).toEqual([
      { name: "object", options: {}, output: { to: "folder", config: "config/object" } },
    ]);
  });

  test("the line of Kubebuilder's Makefile works", () => {
    const line = "rbac:roleName=manager-role crd webhook paths=./... output:crd:artifacts:config=config/crd/bases";
    const { generators, paths } = parseOptions(line.split(" "), "manifests");
    expect(paths).toEqual(["./..."]);
    expect(generators.map(({ name, output }) => [name, output])).toEqual([
      ["rbac", { to: "folder", config: "config/rbac" }],
      ["crd", { to: "folder", config: "config/crd/bases" }],
      ["webhook", { to: "folder", config: "config/webhook" }],
    ]);
  });

  test.each([
    [["crd:maxDescLen=0,allowDangerousTypes=true"], { maxDescLen: 0, allowDangerousTypes: true }],
    [["crd:headerFile=hack/boilerplate.txt,year=2026"], { headerFile: "hack/boilerplate.txt", year: "2026" }],
    [["crd:crdVersions={v1}"], { crdVersions: ["v1"] }],
    [["+crd:omitToolVersion=true"], { omitToolVersion: true }],
  ])("%j", (options, expected) => {
    expect(parseOptions(options, "manifests").generators[0]!.options).toEqual(expected);
  });

  test.each([
    [["output:dir=out"], { to: "folder", config: "out", code: "out" }],
    [["output:stdout"], { to: "stdout" }],
    [["output:none"], { to: "none" }],
    [["output:artifacts:config=a,code=b"], { to: "folder", config: "a", code: "b" }],
    [["output:stdout", "output:crd:none"], { to: "none" }],
  ])("%j", (options, expected) => {
    expect(parseOptions(["crd", ...options], "manifests").generators[0]!.output).toEqual(expected);
  });

  test("paths are lists, and may be there more than once", () => {
    expect(parseOptions(["paths=./api/...;./controller", "paths=main.ts"], "manifests").paths).toEqual([
      "./api/...",
      "./controller",
      "main.ts",
    ]);
  });

  test.each([
    [["crds"], /unknown option "crds"; did you mean crd\?/],
    [["frobnicate"], /unknown option "frobnicate"; there are crd, rbac, object/],
    [["./api"], /write paths=\.\/api for files to read/],
    [["crd:maxDesc=1"], /there is no argument "maxDesc" /],
    [["crd:maxDescLen=many"], /crd:maxDescLen=many: /],
    [["rbac"], /^rbac: the argument roleName is missing; write it as in rbac:roleName=manager-role$/],
    [["crd", "crd:maxDescLen=0"], /crd is there twice/],
    [["crd", "output:rbac:none"], /output:rbac has no generator; add rbac/],
    [["schemapatch:manifests=x"], /there is no generator schemapatch: /],
  ])("%j is refused", (options, message) => {
    const act = () => parseOptions(options, "manifests");
    expect(act).toThrow(CodegenError);
    expect(act).toThrow(message);
  });
});
