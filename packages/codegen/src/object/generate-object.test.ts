import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Marker } from "../marker/marker.ts";
import { parseMarker } from "../marker/parse-marker.ts";
import type { Model, ModelKind } from "../model/model.ts";
import type { Problem } from "../problem.ts";
import type { SourceModule, SourceType } from "../source/source-module.ts";
import type { GeneratedFile } from "../yaml/yaml-file.ts";
import { generateObject, type ObjectOptions } from "./generate-object.ts";

interface KindInput extends Partial<Pick<ModelKind, "group" | "version" | "exportedAs" | "typeExportedAs">> {
  readonly kind: string;
  readonly file: string;
  readonly module?: Partial<Pick<SourceModule, "isRequested" | "importExtension">>;
  readonly typeMarkers?: readonly string[];
  readonly packageMarkers?: readonly string[];
}

const golden = fileURLToPath(new URL("../../test/object/golden/", import.meta.url));
const memcached: KindInput = { kind: "Memcached", file: "api/v1alpha1/memcached.ts" };

describe("generateObject", () => {
  test("writes guards and the list of kinds beside the types; it compiles with the tests", async () => {
    const { files, problems } = generate([
      { kind: "Memcached", file: `${golden}api/memcached.ts`, module: { importExtension: ".ts" } },
      {
        kind: "Backup",
        file: `${golden}api/backup.ts`,
        typeExportedAs: "BackupObject",
        module: { importExtension: ".ts" },
      },
    ]);
    expect(problems).toEqual([]);
    expect(files.map(({ path }) => path)).toEqual([`${golden}api/zz_generated.kinds.ts`]);
    await expect(files[0]!.text).toMatchFileSnapshot(files[0]!.path);
  });

  test("tells versions of a kind in one folder apart; it compiles with the tests", async () => {
    const { files } = generate([
      {
        kind: "Memcached",
        version: "v1beta1",
        file: `${golden}versions/memcached-v1beta1.ts`,
        module: { importExtension: ".ts" },
      },
      {
        kind: "Memcached",
        version: "v1",
        file: `${golden}versions/memcached-v1.ts`,
        module: { importExtension: ".ts" },
      },
    ]);
    await expect(files[0]!.text).toMatchFileSnapshot(files[0]!.path);
  });

  test("writes one file a folder, in the order of names", () => {
    const { files } = generate([
      { kind: "Zebra", file: "api/v1/zebra.ts" },
      { kind: "Ant", file: "api/v1/ant.ts" },
      { kind: "Ant", version: "v2", file: "api/v2/ant.ts" },
    ]);
    expect(files.map(({ path }) => path)).toEqual(["api/v1/zz_generated.kinds.ts", "api/v2/zz_generated.kinds.ts"]);
    expect(files[0]!.text).toContain("export const kinds: readonly [typeof Ant, typeof Zebra] = [Ant, Zebra];\n");
  });

  test.each([
    [["kinds"], "kinds as kindsV1", "kindsV1"],
    [["ObjectOf"], "ObjectOf as ObjectOfV1", "ObjectOfV1"],
    [["delete"], "delete as deleteV1", "deleteV1"],
    [["My-Kind"], "My-Kind as MyKind", "MyKind"],
    [["Foo", "isFoo"], "Foo, isFoo as isFooV1", "Foo, isFooV1"],
  ])("gives kinds %j names that are free in the module", (names, imported, listed) => {
    const { files } = generate(names.map((kind) => ({ kind, version: "v1", file: "api/a.ts" })));
    expect(files[0]!.text).toContain(`import { ${imported} } from "./a.js";\n`);
    expect(files[0]!.text).toContain(` = [${listed}];\n`);
    for (const name of listed.split(", ")) expect(files[0]!.text).toContain(`export function is${name}(object`);
  });

  test.each([
    [".js", "memcached.ts", "./memcached.js"],
    [".ts", "memcached.ts", "./memcached.ts"],
    ["", "memcached.ts", "./memcached"],
    [".js", "memcached.mts", "./memcached.mjs"],
    [".ts", "memcached.mts", "./memcached.mts"],
    [undefined, "memcached.ts", "./memcached.js"],
  ] as const)("imports as the project does: with %j of %s", (importExtension, file, specifier) => {
    const { files } = generate([{ kind: "Memcached", file: `api/${file}`, module: { importExtension } }]);
    expect(files[0]!.text).toContain(`import { Memcached } from "${specifier}";\n`);
  });

  test.each<[string, Partial<KindInput>]>([
    ["+kubebuilder:object:generate=false on its module", { packageMarkers: ["kubebuilder:object:generate=false"] }],
    ["+kubebuilder:object:generate=false on it", { typeMarkers: ["kubebuilder:object:generate=false"] }],
    ["+kubebuilder:object:root=false on it", { typeMarkers: ["kubebuilder:object:root=false"] }],
    ["a module that was only imported", { module: { isRequested: false } }],
  ])("leaves a kind out: %s", (_, input) => {
    expect(generate([{ ...memcached, ...input }])).toEqual({ files: [], problems: [] });
  });

  test("+kubebuilder:object:generate=true on a kind wins over its module", () => {
    const { files } = generate([
      {
        ...memcached,
        packageMarkers: ["kubebuilder:object:generate=false"],
        typeMarkers: ["kubebuilder:object:root=true", "kubebuilder:object:generate=true"],
      },
    ]);
    expect(files).toHaveLength(1);
  });

  test("begins with the header", () => {
    expect(generate([memcached], { header: "/* Copyright 2026 */\n" }).files[0]!.text).toMatch(
      /^\/\* Copyright 2026 \*\/\n\n\/\/ Code generated by kubewright\. DO NOT EDIT\.\n\nimport /,
    );
    expect(generate([memcached]).files[0]!.text).toMatch(
      /^\/\/ Code generated by kubewright\. DO NOT EDIT\.\n\nimport /,
    );
  });

  test("warns of a kind that no module can import", () => {
    const { files, problems } = generate([{ ...memcached, exportedAs: undefined }]);
    expect(files).toEqual([]);
    expect(problems).toMatchObject([
      { severity: "warning", message: expect.stringContaining("the kind Memcached is not exported by name") },
    ]);
  });

  test("warns of a type that is marked as a kind and is none", () => {
    const { problems } = generate([memcached], {}, [typeOf("MemcachedList", ["kubebuilder:object:root=true"])]);
    expect(problems).toMatchObject([
      {
        severity: "warning",
        message:
          "MemcachedList is marked as a kind, but there is no defineKind<MemcachedList>({ group, version, kind })",
      },
    ]);
  });
});

const position = { file: "api.ts", line: 1, column: 1 };

interface MarkedType extends SourceType {
  readonly parsed: readonly Marker[];
}

function generate(
  inputs: readonly KindInput[],
  options: ObjectOptions = {},
  otherTypes: readonly MarkedType[] = [],
): { files: GeneratedFile[]; problems: Problem[] } {
  const packageMarkers = new Map<SourceModule, readonly Marker[]>();
  const kinds = inputs.map((input): ModelKind => {
    const type = typeOf(input.kind, input.typeMarkers ?? []);
    const module: SourceModule = {
      file: input.file,
      isRequested: true,
      ...input.module,
      markers: [],
      kinds: [],
      types: [type, ...otherTypes],
    };
    packageMarkers.set(module, markersOf(input.packageMarkers ?? [], "package"));
    const { kind, group = "cache.example.com", version = "v1alpha1" } = input;
    return { group, version, kind, exportedAs: kind, typeExportedAs: kind, ...picked(input), type, module, position };
  });
  const model: Model = {
    modules: kinds.map(({ module }) => module),
    kinds,
    packageMarkers: (module) => packageMarkers.get(module)!,
    typeMarkers: (type) => (type as MarkedType).parsed,
    fieldMarkers: () => [],
    moduleOf: () => kinds[0]!.module,
  };
  const problems: Problem[] = [];
  return { files: generateObject(model, options, (problem) => problems.push(problem)), problems };
}

function picked(input: KindInput): Partial<ModelKind> {
  return {
    ...("exportedAs" in input && { exportedAs: input.exportedAs }),
    ...("typeExportedAs" in input && { typeExportedAs: input.typeExportedAs }),
  };
}

function typeOf(name: string, markers: readonly string[]): MarkedType {
  const shape = { form: "object", fields: [], bases: [] } as const;
  return { name, comments: { doc: [], markers: [] }, shape, position, parsed: markersOf(markers, "type") };
}

function markersOf(texts: readonly string[], target: "package" | "type"): Marker[] {
  return texts.map((text) => parseMarker({ text, position }, target, ({ message }) => expect.fail(message))!);
}
