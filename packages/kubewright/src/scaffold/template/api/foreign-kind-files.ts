import { importPath, type KindContext } from "../../kind-context.ts";
import type { ScaffoldFile } from "../../scaffold-file.ts";
import { importLine } from "../import-line.ts";
import { controllerChain, rbacMarkers } from "./controller-file.ts";

/** What there is for a kind that is not the project's own: its controller and a test; for an external one without a package, a type. */
export function foreignKindFiles(context: KindContext): ScaffoldFile[] {
  const { apiFile, controllerFile, testFile, origin } = context;
  return [
    ...(apiFile.startsWith("src/") ? [{ path: apiFile, text: externalTypeFile(context) }] : []),
    { path: controllerFile, text: foreignController(context) },
    { path: testFile, text: origin === "built-in" ? builtInTest(context) : externalTest(context) },
  ];
}

function foreignController(context: KindContext): string {
  const { header, kind, apiFile, controllerFile: file, controllerName, setupName } = context;
  const names = ["type Manager", "type ReconcileContext", "type Reconciler", "Result"];
  return `${header}${sortedImports([
    { names, from: "@kubewright/operator" },
    { names: [kind], from: importPath(file, apiFile) },
  ])}

/** Does what is to be done about each ${kind}. */
export class ${kind}Reconciler implements Reconciler {
${rbacMarkers(context)}
  async reconcile({ key, client, log, signal }: ReconcileContext): Promise<Result> {
    const object = await client.find(${kind}, key, { signal });
    if (object === undefined) return Result.done();

    // TODO: do what is to be done. Others write this object, too: client.apply sends only the fields that you name.

    log.info({ generation: object.metadata.generation }, "reconciled");
    return Result.done();
  }
}

/** Adds the controller to a manager. */
export function ${setupName}(manager: Manager): void {
${controllerChain([`controller("${controllerName}")`, `for(${kind})`, `reconcile(new ${kind}Reconciler())`])}
}
`;
}

function builtInTest({ header, kind, apiFile, controllerFile, testFile, setupName }: KindContext): string {
  return `${header}${sortedImports([
    { names: [kind], from: apiFile },
    { names: ["run", "startEnvironment"], from: "@kubewright/testing" },
    { names: ["afterAll", "expect", "test"], from: "vitest" },
    { names: [`${kind}Reconciler`, setupName], from: importPath(testFile, controllerFile) },
  ])}

// An API server, the built-in controllers and a simulated node, in this process.
const environment = await startEnvironment();
await environment.startManager(${setupName});
afterAll(() => environment.close());

test("of ${article(kind)} ${kind} that is gone, nothing is left to do", async () => {
  const client = environment.client();
  // TODO: with objects: [${kind}.of({ … })] in place of the key, say what becomes of them.
  const { changes, error } = await run(new ${kind}Reconciler(), { client, kinds: [${kind}], key: "gone" });
  expect({ changes, error }).toEqual({ changes: [], error: undefined });
});
`;
}

function externalTest({ header, kind, group, setupName }: KindContext): string {
  return `${header}${importLine(["test"], "vitest")}

// The cluster of a test needs the definition of this kind, which is that of ${group}. Put a copy into test/crd, and begin like this:
//   const environment = await startEnvironment({ crds: [new URL("../crd", import.meta.url)] });
//   await environment.startManager(${setupName});
test.todo("${article(kind)} ${kind} is reconciled");
`;
}

/** The definition of the kind is not made from it. */
function externalTypeFile({ header, kind, group, version, plural, hasUsualPlural }: KindContext): string {
  return `${header}// A kind of ${group}, whose definition is not ours: nothing is generated from this type. Say here what your controller uses of it.
// +kubebuilder:skip
// +kubebuilder:object:generate=false

${importLine(["type CustomResource", "defineKind"], "@kubewright/operator")}

/** What is wanted of ${article(kind)} ${kind}. */
export interface ${kind}Spec {
  [field: string]: unknown;
}

/** What has become of ${article(kind)} ${kind}. */
export interface ${kind}Status {
  [field: string]: unknown;
}

/** ${article(kind) === "an" ? "An" : "A"} ${kind}. */
export interface ${kind} extends CustomResource<${kind}Spec, ${kind}Status> {}
export const ${kind} = defineKind<${kind}>({
  group: "${group}",
  version: "${version}",
  kind: "${kind}",${hasUsualPlural ? "" : `\n  plural: "${plural}",`}
});
`;
}

interface Import {
  readonly names: readonly string[];
  readonly from: string;
}

/** Packages first, each by name, as the formatter has them. */
function sortedImports(imports: readonly Import[]): string {
  const place = ({ from }: Import) => `${from.startsWith(".") ? "1" : "0"}${from}`;
  return [...imports]
    .sort((one, other) => (place(one) < place(other) ? -1 : 1))
    .map(({ names, from }) => importLine(names, from))
    .join("\n");
}

function article(kind: string): string {
  return /^[AEIOU]/.test(kind) ? "an" : "a";
}
