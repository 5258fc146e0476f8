import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The same types in Go and in TypeScript. `go` and `typeScript` are folders.
 * @typedef {{ go: string, typeScript: string }} TwinProject
 */

const corpus = fileURLToPath(new URL("../../../packages/codegen/test/corpus", import.meta.url));

/**
 * Kubebuilder's getting-started project: one kind, with roles.
 * @param {string} folder
 * @returns {Promise<TwinProject>}
 */
export async function writeMemcached(folder) {
  const project = await begin(folder);
  await cp(join(corpus, "memcached/types.go"), join(project.go, "api/types.go"));
  await cp(join(corpus, "memcached/memcached.ts"), join(project.typeScript, "api/memcached.ts"));
  return project;
}

/**
 * Kinds with some twenty fields each, a third of them with markers, and a pod template in every tenth.
 * @param {string} folder
 * @param {number} count
 * @returns {Promise<TwinProject>}
 */
export async function writeKinds(folder, count) {
  const project = await begin(folder);
  for (let n = 0; n < count; n++) {
    const kind = `Sample${n}`;
    await mkdir(join(project.go, "api", kind.toLowerCase()), { recursive: true });
    await writeFile(join(project.go, "api", kind.toLowerCase(), "types.go"), goTypes(kind, n % 10 === 0));
    await writeFile(join(project.typeScript, "api", `${kind.toLowerCase()}.ts`), typeScriptTypes(kind, n % 10 === 0));
  }
  return project;
}

/**
 * @param {string} folder
 * @returns {Promise<TwinProject>}
 */
async function begin(folder) {
  const project = { go: join(folder, "go"), typeScript: join(folder, "typescript") };
  for (const each of Object.values(project)) await mkdir(join(each, "api"), { recursive: true });
  for (const name of ["go.mod", "go.sum"]) await cp(join(corpus, name), join(project.go, name));
  await writeFile(join(project.typeScript, "package.json"), '{ "type": "module" }\n');
  await writeFile(join(project.typeScript, "tsconfig.json"), '{ "compilerOptions": { "module": "nodenext" } }\n');
  return project;
}

const numbers = Array.from({ length: 8 }, (_, i) => i);

/**
 * @param {string} kind
 * @param {boolean} hasTemplate
 */
function goTypes(kind, hasTemplate) {
  const fields = numbers.flatMap((n) => [
    `	// Size${n} of the sample, of which there is at least one.\n	// +kubebuilder:validation:Minimum=1\n	// +kubebuilder:default=1`,
    `	Size${n} int32 \`json:"size${n},omitempty"\``,
    `	// Name${n} of the sample.\n	Name${n} string \`json:"name${n}"\``,
    `	Part${n} *Part \`json:"part${n},omitempty"\``,
  ]);
  return `// +groupName=bench.example.com
package v1

import (
${hasTemplate ? '	corev1 "k8s.io/api/core/v1"\n' : ""}	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Part of a sample.
type Part struct {
	// Labels of it.
	Labels map[string]string \`json:"labels,omitempty"\`
	// +kubebuilder:validation:MaxItems=8
	// +listType=set
	Tags []string \`json:"tags,omitempty"\`
}

// ${kind}Spec is what is wanted.
type ${kind}Spec struct {
${fields.join("\n")}
${hasTemplate ? '	Template corev1.PodTemplateSpec `json:"template"`\n' : ""}}

// ${kind}Status is what was seen.
type ${kind}Status struct {
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition \`json:"conditions,omitempty"\`
}

// ${kind} is one of many.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type ${kind} struct {
	metav1.TypeMeta   \`json:",inline"\`
	metav1.ObjectMeta \`json:"metadata,omitempty"\`

	Spec   ${kind}Spec   \`json:"spec"\`
	Status ${kind}Status \`json:"status,omitempty"\`
}
`;
}

/**
 * @param {string} kind
 * @param {boolean} hasTemplate
 */
function typeScriptTypes(kind, hasTemplate) {
  const fields = numbers.flatMap((n) => [
    "  /**",
    `   * Size${n} of the sample, of which there is at least one.`,
    "   * +kubebuilder:validation:Minimum=1",
    "   * +kubebuilder:default=1",
    "   */",
    `  size${n}?: Int32;`,
    `  /** Name${n} of the sample. */`,
    `  name${n}: string;`,
    `  part${n}?: Part;`,
  ]);
  return `import { type Condition, type CustomResource, defineKind, type Int32 } from "@kubewright/api";
${hasTemplate ? 'import type { PodTemplateSpec } from "@kubewright/api/core/v1";\n' : ""}
/** Part of a sample. */
export interface Part {
  /** Labels of it. */
  labels?: Record<string, string>;
  // +kubebuilder:validation:MaxItems=8
  // +listType=set
  tags?: string[];
}

/** ${kind}Spec is what is wanted. */
export interface ${kind}Spec {
${fields.join("\n")}
${hasTemplate ? "  template: PodTemplateSpec;\n" : ""}}

/** ${kind}Status is what was seen. */
export interface ${kind}Status {
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/**
 * ${kind} is one of many.
 * +kubebuilder:object:root=true
 * +kubebuilder:subresource:status
 */
export interface ${kind} extends CustomResource<${kind}Spec, ${kind}Status> {}
export const ${kind} = defineKind<${kind}>({ group: "bench.example.com", version: "v1", kind: "${kind}" });
`;
}
