import { importPath, type KindContext } from "../../kind-context.ts";
import { importLine } from "../import-line.ts";

/** Tests of the controller, on a cluster of their own. */
export function controllerTestFile(context: KindContext): string {
  const { header, kind, apiFile, controllerFile, testFile, setupName, isNamespaced } = context;
  return `${header}${importLine(["startEnvironment"], "@kubewright/testing")}
${importLine(["afterAll", "test"], "vitest")}
${importLine([kind], importPath(testFile, apiFile))}
${importLine([setupName], importPath(testFile, controllerFile))}

// An API server, the built-in controllers and a simulated node, in this process.
const crds = [new URL("${importPath(testFile, "config/crd/bases")}", import.meta.url)];
const environment = await startEnvironment({ crds });
await environment.startManager(${setupName});
afterAll(() => environment.close());

test("${article(kind)} ${kind} is reconciled", async () => {
${isNamespaced ? "  const { client, eventually } = await environment.namespace();" : "  const client = environment.client();\n  const { eventually } = environment;"}
  const object = ${kind}.of({ metadata: { name: "sample" }, spec: { foo: "bar" } });
  await client.create(object);
  await eventually(${kind}, "sample", {
    status: { conditions: [{ type: "Available", status: "True", observedGeneration: 1 }] },
  });

  await client.patch(${kind}, "sample", { merge: { spec: { foo: "changed" } } });
  await eventually(${kind}, "sample", {
    status: { conditions: [{ type: "Available", status: "True", observedGeneration: 2 }] },
  });
});
`;
}

function article(kind: string): string {
  return /^[AEIOU]/.test(kind) ? "an" : "a";
}
