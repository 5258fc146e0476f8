import type { Definition, DefinitionVersion } from "../../custom/definition/definition.ts";
import { referenceTo, type Schema, schemaName } from "./custom-schema.ts";

/** A parameter, as OpenAPI documents describe it. */
export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly [member: string]: unknown;
}

/** The query parameters of each action, as the documents of built-in resources have them. */
export interface ActionParameters {
  readonly pretty: Parameter;
  readonly namespace: Parameter;
  readonly list: readonly Parameter[];
  readonly get: readonly Parameter[];
  readonly post: readonly Parameter[];
  readonly put: readonly Parameter[];
  readonly patch: readonly Parameter[];
  readonly delete: readonly Parameter[];
}

/** The paths of a custom kind and what each method does there, for documents of version 3. */
export function customPaths(
  definition: Definition,
  version: DefinitionVersion,
  parameters: ActionParameters,
): Record<string, Schema> {
  const { group, names, scope } = definition.spec;
  const isNamespaced = scope === "Namespaced";
  const about = new KindOperations(definition, version, parameters);
  const start = `/apis/${group}/${version.name}`;
  const root = isNamespaced ? `${start}/namespaces/{namespace}/${names.plural}` : `${start}/${names.plural}`;
  const paths: Record<string, Schema> = {};
  if (isNamespaced) paths[`${start}/${names.plural}`] = about.allNamespaces();
  paths[root] = about.collection();
  paths[`${root}/{name}`] = about.item();
  if (version.subresources?.scale) paths[`${root}/{name}/scale`] = about.view("Scale");
  if (version.subresources?.status) paths[`${root}/{name}/status`] = about.view("Status");
  return paths;
}

const metaName = (kind: string): string => `io.k8s.apimachinery.pkg.apis.meta.v1.${kind}`;
const scaleName = "io.k8s.api.autoscaling.v1.Scale";

class KindOperations {
  readonly #definition: Definition;
  readonly #version: DefinitionVersion;
  readonly #parameters: ActionParameters;
  readonly #own: string;
  readonly #list: string;
  readonly #namespaced: string;

  constructor(definition: Definition, version: DefinitionVersion, parameters: ActionParameters) {
    const { group, names, scope } = definition.spec;
    this.#definition = definition;
    this.#version = version;
    this.#parameters = parameters;
    this.#own = schemaName(group, version.name, names.kind);
    this.#list = schemaName(group, version.name, names.listKind ?? `${names.kind}List`);
    this.#namespaced = scope === "Namespaced" ? "Namespaced" : "";
  }

  allNamespaces(): Schema {
    const { pretty, list } = this.#parameters;
    const { kind } = this.#definition.spec.names;
    const get = this.#operation(
      "list",
      `list objects of kind ${kind}`,
      ["list", `${kind}ForAllNamespaces`],
      this.#list,
    );
    return { get, parameters: byName([...list, pretty]) };
  }

  collection(): Schema {
    const { list, post } = this.#parameters;
    const { kind } = this.#definition.spec.names;
    const rest = `${this.#namespaced}${kind}`;
    return {
      get: this.#operation("list", `list objects of kind ${kind}`, ["list", rest], this.#list, { parameters: list }),
      post: this.#operation("post", `create a ${kind}`, ["create", rest], this.#own, {
        parameters: post,
        body: this.#own,
        statuses: ["201", "202"],
      }),
      delete: this.#operation(
        "deletecollection",
        `delete collection of ${kind}`,
        ["delete", `Collection${rest}`],
        metaName("Status"),
        { parameters: list },
      ),
      parameters: this.#pathParameters(false),
    };
  }

  item(): Schema {
    const { kind } = this.#definition.spec.names;
    return {
      ...this.#readAndWrite(this.#own, ""),
      delete: this.#operation(
        "delete",
        `delete a ${kind}`,
        ["delete", `${this.#namespaced}${kind}`],
        metaName("Status"),
        {
          parameters: this.#parameters.delete,
          body: metaName("DeleteOptions"),
          isBodyOptional: true,
          statuses: ["202"],
        },
      ),
      parameters: this.#pathParameters(true),
    };
  }

  view(suffix: "Scale" | "Status"): Schema {
    const schema = suffix === "Scale" ? scaleName : this.#own;
    return { ...this.#readAndWrite(schema, suffix), parameters: this.#pathParameters(true) };
  }

  #readAndWrite(schema: string, suffix: string): Schema {
    const { kind } = this.#definition.spec.names;
    const { get, put, patch } = this.#parameters;
    const rest = `${this.#namespaced}${kind}${suffix}`;
    const what = suffix === "" ? `the specified ${kind}` : `${suffix.toLowerCase()} of the specified ${kind}`;
    return {
      get: this.#operation("get", `read ${what}`, ["read", rest], schema, { parameters: get }),
      put: this.#operation("put", `replace ${what}`, ["replace", rest], schema, {
        parameters: put,
        body: schema,
        statuses: ["201"],
      }),
      patch: this.#operation("patch", `partially update ${what}`, ["patch", rest], schema, {
        parameters: patch,
        body: metaName("Patch"),
        bodyTypes: ["application/apply-patch+yaml", "application/json-patch+json", "application/merge-patch+json"],
      }),
    };
  }

  #operation(
    action: string,
    description: string,
    [verb, rest]: readonly [string, string],
    answer: string,
    options: OperationOptions = {},
  ): Schema {
    const { group, names } = this.#definition.spec;
    const { name: version } = this.#version;
    const { parameters = [], body, isBodyOptional = false, bodyTypes = objectTypes, statuses = [] } = options;
    const responses = Object.fromEntries(
      ["200", ...statuses].map((status) => [
        status,
        { description: texts[status], content: content(answer, objectTypes) },
      ]),
    );
    return {
      tags: [`${identifier(group, false)}_${version}`],
      description,
      operationId: `${verb}${identifier(group, true)}${identifier(version, true)}${rest}`,
      ...(parameters.length > 0 && { parameters }),
      ...(body !== undefined && {
        requestBody: { content: content(body, bodyTypes), ...(!isBodyOptional && { required: true }) },
      }),
      responses: { ...responses, "401": { description: "Unauthorized" } },
      "x-kubernetes-action": action,
      "x-kubernetes-group-version-kind": { group, version, kind: names.kind },
    };
  }

  #pathParameters(hasName: boolean): Parameter[] {
    const { namespace, pretty } = this.#parameters;
    const name: Parameter = {
      name: "name",
      in: "path",
      description: `name of the ${this.#definition.spec.names.kind}`,
      required: true,
      schema: { type: "string", uniqueItems: true },
    };
    return [...(hasName ? [name] : []), ...(this.#namespaced === "" ? [] : [namespace]), pretty];
  }
}

interface OperationOptions {
  readonly parameters?: readonly Parameter[];
  /** The name of the schema of what is sent. */
  readonly body?: string;
  readonly isBodyOptional?: boolean;
  readonly bodyTypes?: readonly string[];
  /** Beside 200. */
  readonly statuses?: readonly string[];
}

const objectTypes = ["application/json", "application/yaml"];
const texts: Readonly<Record<string, string>> = { "200": "OK", "201": "Created", "202": "Accepted" };

function content(schema: string, types: readonly string[]): Schema {
  return Object.fromEntries(types.map((type) => [type, { schema: referenceTo(schema, "v3") }]));
}

function byName(parameters: readonly Parameter[]): Parameter[] {
  return [...parameters].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A name without characters that identifiers cannot have: `exampleCom` of `example.com`. */
function identifier(name: string, isCapital: boolean): string {
  let text = "";
  let capitalize = isCapital;
  for (const [index, character] of [...name].entries()) {
    if (!/[\p{L}_]/u.test(character) && !(index > 0 && /\p{Nd}/u.test(character))) {
      capitalize = true;
      continue;
    }
    text += capitalize ? character.toUpperCase() : character;
    capitalize = false;
  }
  return text;
}
