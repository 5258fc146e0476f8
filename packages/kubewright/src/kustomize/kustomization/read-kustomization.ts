import { problemIn } from "../kustomization-error.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import { isEmpty, isMapping, isNull, type Mapping, memberText, newMapping, toJson, type Value } from "../yaml/value.ts";
import { type FieldForm, formProblem, withKnownNames } from "./field-form.ts";
import type { Kustomization } from "./kustomization.ts";

/** Fields that kustomize has and this renderer has not, with the way out. */
const unsupported: Readonly<Record<string, string>> = {
  helmCharts: "render the chart with helm, and list the result in resources",
  helmGlobals: "render the chart with helm, and list the result in resources",
  helmChartInflationGenerator: "render the chart with helm, and list the result in resources",
  generators: "there are configMapGenerator and secretGenerator",
  transformers: "there are patches, labels, images, replacements and the like",
  validators: "there is nothing in its place",
  crds: "say in configurations which fields hold names",
  openapi: "patch lists of custom resources with JSON patches",
  buildMetadata: "there is nothing in its place",
};

const selector: FieldForm = {
  members: {
    group: "text",
    version: "text",
    kind: "text",
    name: "text",
    namespace: "text",
    labelSelector: "text",
    annotationSelector: "text",
  },
};
const fieldOptions: FieldForm = { members: { delimiter: "text", index: "number", encoding: "text", create: "truth" } };
const fieldSpec: FieldForm = {
  members: { group: "text", version: "text", kind: "text", path: "text", create: "truth" },
};
const patches: FieldForm = {
  listOf: {
    members: {
      path: "text",
      patch: "text",
      target: selector,
      options: { members: { allowNameChange: "truth", allowKindChange: "truth" } },
    },
  },
};
const generatorOptions: FieldForm = {
  members: { labels: "texts", annotations: "texts", disableNameSuffixHash: "truth", immutable: "truth" },
};
const generators: FieldForm = {
  listOf: {
    members: {
      name: "text",
      namespace: "text",
      behavior: { oneOf: ["", "create", "replace", "merge"] },
      type: "text",
      literals: { listOf: "text" },
      files: { listOf: "text" },
      envs: { listOf: "text" },
      env: "text",
      options: generatorOptions,
    },
  },
};
const images: FieldForm = {
  listOf: { members: { name: "text", newName: "text", newTag: "text", tagSuffix: "text", digest: "text" } },
};
const replacementForm: FieldForm = {
  members: {
    path: "text",
    sourceValue: "text",
    source: {
      members: {
        group: "text",
        version: "text",
        kind: "text",
        name: "text",
        namespace: "text",
        fieldPath: "text",
        options: fieldOptions,
      },
    },
    targets: {
      listOf: {
        members: {
          select: selector,
          reject: { listOf: selector },
          fieldPaths: { listOf: "text" },
          options: fieldOptions,
        },
      },
    },
  },
};
const texts: FieldForm = { listOf: "text" };
const form: FieldForm = {
  members: {
    apiVersion: "text",
    kind: { oneOf: ["", "Kustomization", "Component"] },
    metadata: { members: { name: "text", namespace: "text", labels: "texts", annotations: "texts" } },
    resources: texts,
    bases: texts,
    components: texts,
    configurations: texts,
    namespace: "text",
    namePrefix: "text",
    nameSuffix: "text",
    labels: {
      listOf: {
        members: {
          pairs: "texts",
          includeSelectors: "truth",
          includeTemplates: "truth",
          fields: { listOf: fieldSpec },
        },
      },
    },
    commonLabels: "texts",
    commonAnnotations: "texts",
    images,
    imageTags: images,
    replicas: { listOf: { members: { name: "text", count: "number" } } },
    patches,
    patchesStrategicMerge: texts,
    patchesJson6902: patches,
    replacements: { listOf: replacementForm },
    vars: {
      listOf: {
        members: {
          name: "text",
          objref: {
            members: {
              apiVersion: "text",
              group: "text",
              version: "text",
              kind: "text",
              name: "text",
              namespace: "text",
            },
          },
          fieldref: { members: { fieldPath: "text" } },
        },
      },
    },
    configMapGenerator: generators,
    secretGenerator: generators,
    generatorOptions,
    sortOptions: {
      members: {
        order: { oneOf: ["legacy", "fifo"] },
        legacySortOptions: { members: { orderFirst: texts, orderLast: texts } },
      },
    },
  },
};

/** Older fields and what is used in their place. */
const replacedFields: Readonly<Record<string, string>> = {
  bases: "resources",
  commonLabels: "labels",
  imageTags: "images",
  patchesJson6902: "patches",
  patchesStrategicMerge: "patches",
  vars: "replacements",
};

/** Reads a kustomization file. `warn` is told of fields that are no longer used. */
export function readKustomization(text: string, file: string, warn: (message: string) => void): Kustomization {
  const [read] = readYaml(text, file, "settings");
  const document = withKnownNames(read, form);
  if (!isNull(document) && !isMapping(document)) throw problemIn(file, "is no mapping");
  if (isNull(document) || saysNothing(document)) throw problemIn(file, "is empty");
  for (const [field, wayOut] of Object.entries(unsupported)) {
    if (isNull(document[field]) || isEmpty(document[field])) delete document[field];
    else throw problemIn(file, `the field "${field}" is not supported; ${wayOut}`);
  }
  const problem = formProblem(document, form, "");
  if (problem !== undefined) throw problemIn(file, problem);
  checkVersion(document, file);
  for (const [field, today] of Object.entries(replacedFields)) {
    if (!isNull(document[field])) warn(`${file}: "${field}" is deprecated; use "${today}"`);
  }
  return complete(document);
}

/** Checks replacements that are in a file of their own. */
export function readReplacements(text: string, file: string): Kustomization["replacements"] {
  const [document] = readYaml(text, file, "settings");
  const forms: FieldForm = { listOf: replacementForm };
  const list = withKnownNames(Array.isArray(document) ? document : [document], forms);
  const problem = formProblem(list, forms, "");
  if (problem !== undefined) throw problemIn(file, problem);
  return toJson(withoutNulls(list)) as Kustomization["replacements"];
}

function saysNothing(document: Mapping): boolean {
  return Object.keys(document).every((field) => ["apiVersion", "kind"].includes(field) || isNull(document[field]));
}

function checkVersion(document: Mapping, file: string): void {
  const isComponent = document.kind === "Component";
  const expected = `kustomize.config.k8s.io/${isComponent ? "v1alpha1" : "v1beta1"}`;
  const apiVersion = memberText(document, "apiVersion") || expected;
  if (apiVersion === expected) return;
  throw problemIn(
    file,
    `the apiVersion of a ${isComponent ? "Component" : "Kustomization"} is ${expected}, not ${apiVersion}`,
  );
}

function complete(document: Mapping): Kustomization {
  const said = toJson(withoutNulls(document)) as Partial<Kustomization> & {
    bases?: readonly string[];
    imageTags?: Kustomization["images"];
  };
  const { resources = [], bases = [], images: named = [], imageTags = [], kind } = said;
  return {
    components: [],
    configurations: [],
    namespace: "",
    namePrefix: "",
    nameSuffix: "",
    labels: [],
    commonLabels: {},
    commonAnnotations: {},
    replicas: [],
    patches: [],
    patchesStrategicMerge: [],
    patchesJson6902: [],
    replacements: [],
    vars: [],
    configMapGenerator: [],
    secretGenerator: [],
    generatorOptions: {},
    ...said,
    kind: kind === "Component" ? "Component" : "Kustomization",
    resources: [...resources, ...bases],
    images: [...named, ...imageTags],
  };
}

/** A field without a value is as good as none. */
function withoutNulls(value: Value): Value {
  if (Array.isArray(value)) return value.filter((item) => !isNull(item)).map(withoutNulls);
  if (!isMapping(value)) return value;
  const members = Object.keys(value).filter((key) => !isNull(value[key]));
  return newMapping(Object.fromEntries(members.map((key) => [key, withoutNulls(value[key])])));
}
