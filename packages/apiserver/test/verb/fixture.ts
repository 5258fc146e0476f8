import { cloneJson, ManualClock, validateDns1123Subdomain } from "@kubewright/api";
import type { StructType } from "@kubewright/api/server";
import { alwaysAllow } from "../../src/auth/always-allow.ts";
import { DecodeError } from "../../src/codec/decode-error.ts";
import { decodeObject } from "../../src/codec/decode-object.ts";
import { loadTypeGraph, type TypeGraph } from "../../src/codec/type-graph.ts";
import type { AdmissionPlugin } from "../../src/resource/admission-plugin.ts";
import { FieldManagers } from "../../src/resource/field-managers.ts";
import type { RequestContext } from "../../src/resource/request-context.ts";
import type { ObjectCodec, Resource, Subresource, ViewSubresource } from "../../src/resource/resource.ts";
import { ResourceCatalog } from "../../src/resource/resource-catalog.ts";
import type { ServerActions, ServerState } from "../../src/resource/server-state.ts";
import type { Strategy } from "../../src/resource/strategy.ts";
import type { ApiObject } from "../../src/resource-object.ts";
import { MemoryStore } from "../../src/storage/memory-store.ts";
import type { StoreEvent } from "../../src/storage/object-store.ts";

/** What a kind of these tests is; what is not said is as for most kinds. */
export interface FixtureKind {
  readonly group?: string;
  readonly version?: string;
  readonly resource: string;
  readonly kind: string;
  readonly isNamespaced?: boolean;
  readonly strategy?: Partial<Strategy>;
  readonly subresources?: readonly Subresource[];
}

/** The rules of a kind that has none of its own. */
export function plainStrategy(own: Partial<Strategy> = {}): Strategy {
  return {
    allowsCreateOnUpdate: false,
    allowsUnconditionalUpdate: true,
    returnsDeletedObject: false,
    defaultPropagation: "Background",
    resetFields: [],
    validateName: (name, isPrefix) => validateDns1123Subdomain(name, { isPrefix }),
    prepareForCreate: () => {},
    validate: () => [],
    prepareForUpdate: () => {},
    validateUpdate: () => [],
    ...own,
  };
}

let graph: TypeGraph | undefined;

/** The types of built-in kinds; read once. */
export function typeGraph(): TypeGraph {
  graph ??= loadTypeGraph();
  return graph;
}

/** A resource of a built-in kind, with the kind's type and no rules but those given. */
export function builtinResource(fixture: FixtureKind): Resource {
  const { group = "", version = "v1", kind } = fixture;
  const type = typeGraph().kind(group, version, kind)!;
  const codec: ObjectCodec = {
    decode: (value) => decodeObject(value, type) as ReturnType<ObjectCodec["decode"]>,
    decodePlain: (value) => decodeObject(value, type) as ReturnType<ObjectCodec["decode"]>,
    applyDefaults: () => {},
  };
  return resourceOf(fixture, type, codec, false);
}

/** A resource of a custom kind `Widget` whose `spec` and `status` may be anything. */
export function widgets(own: Partial<Strategy> = {}): Resource {
  const any = { shape: "any" } as const;
  const text = { shape: "scalar", scalar: "string" } as const;
  const field = (
    type: StructType["fields"] extends ReadonlyMap<string, infer F> ? (F & { type: unknown })["type"] : never,
  ) => ({
    type,
    patchStrategies: [],
  });
  const type: StructType = {
    shape: "struct",
    isAtomic: false,
    fields: new Map([
      ["apiVersion", field(text)],
      ["kind", field(text)],
      ["metadata", field(typeGraph().kind("", "v1", "ConfigMap")!.fields.get("metadata")!.type)],
      ["spec", field({ shape: "map", element: any, isAtomic: false })],
      ["status", field({ shape: "map", element: any, isAtomic: false })],
    ]),
  };
  const decode: ObjectCodec["decode"] = (value) => {
    const { apiVersion, kind, metadata = {}, spec, status, ...rest } = cloneJson(value as object) as Partial<ApiObject>;
    if (typeof metadata !== "object")
      throw new DecodeError("json: cannot unmarshal number into Go value of type v1.ObjectMeta");
    const object = {
      apiVersion,
      kind,
      metadata,
      ...(spec !== undefined && { spec }),
      ...(status !== undefined && { status }),
    };
    return { object: object as ApiObject, problems: Object.keys(rest).map((name) => `unknown field "${name}"`) };
  };
  const codec = { decode, decodePlain: decode, applyDefaults: () => {} };
  const strategy = plainStrategy({
    allowsUnconditionalUpdate: false,
    resetFields: [["status"]],
    prepareForCreate(object) {
      object.metadata = { ...object.metadata, generation: 1 };
      delete object.status;
    },
    prepareForUpdate(object, old) {
      if (old.status === undefined) delete object.status;
      else object.status = old.status;
      if (JSON.stringify(object.spec) !== JSON.stringify(old.spec)) {
        object.metadata = { ...object.metadata, generation: (old.metadata.generation ?? 0) + 1 };
      }
    },
    ...own,
  });
  const status: ViewSubresource = {
    type: "view",
    name: "status",
    verbs: ["get", "patch", "update"],
    kind: { group: "example.com", version: "v1", kind: "Widget" },
    valueType: type,
    codec,
    strategy: {
      ...strategy,
      resetFields: [["metadata"], ["spec"]],
      prepareForUpdate(object, old) {
        const { managedFields } = object.metadata;
        object.metadata = { ...old.metadata, ...(managedFields && { managedFields }) };
        object.spec = old.spec;
      },
    },
  };
  const fixture = { group: "example.com", resource: "widgets", kind: "Widget", strategy, subresources: [status] };
  return resourceOf(fixture, type, codec, true);
}

function resourceOf(fixture: FixtureKind, type: StructType, codec: ObjectCodec, isCustom: boolean): Resource {
  const { group = "", version = "v1", resource, kind, isNamespaced = true } = fixture;
  return {
    group,
    version,
    resource,
    singular: kind.toLowerCase(),
    kind,
    listKind: `${kind}List`,
    isNamespaced,
    verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
    isCustom,
    collection: group === "" ? resource : `${group}/${resource}`,
    type,
    codec,
    strategy: plainStrategy(fixture.strategy),
    selectors: { names: [], valuesOf: () => ({}), unsupportedText: (name) => `field label not supported: ${name}` },
    table: { columns: [], cellsOf: () => [] },
    subresources: new Map((fixture.subresources ?? []).map((subresource) => [subresource.name, subresource])),
    toStored: (object) => object,
    fromStored: (stored) => stored,
  };
}

/** A view that is the object itself. */
export function view(resource: Resource, name: string, own: Partial<Strategy> = {}): ViewSubresource {
  const { group, version, kind, type, codec } = resource;
  return {
    type: "view",
    name,
    verbs: ["get", "patch", "update"],
    kind: { group, version, kind },
    valueType: type,
    codec,
    strategy: plainStrategy(own),
  };
}

/** A server without a front: state, the context of requests, and what they were told. */
export class Fixture {
  readonly clock: ManualClock = new ManualClock({ now: Date.UTC(2026, 0, 1) });
  readonly store: MemoryStore = new MemoryStore();
  readonly catalog: ResourceCatalog = new ResourceCatalog();
  readonly warnings: string[] = [];
  readonly events: StoreEvent[] = [];
  readonly state: ServerState;
  #seed = 0;

  constructor(
    resources: readonly Resource[],
    { admission = [], actions = {} }: { admission?: readonly AdmissionPlugin[]; actions?: ServerActions } = {},
  ) {
    this.catalog.add(...resources);
    for (const { collection } of resources) this.store.watch(collection, 1, (event) => this.events.push(event));
    this.state = {
      store: this.store,
      catalog: this.catalog,
      graph: typeGraph(),
      admission,
      authorizer: alwaysAllow,
      clock: this.clock,
      random: (length) => Uint8Array.from({ length }, () => this.#seed++ % 256),
      actions,
      fieldManagers: new FieldManagers(this.catalog),
    };
  }

  context(own: Partial<RequestContext> = {}): RequestContext {
    return {
      user: { name: "admin", uid: "", groups: ["system:masters"], extra: {} },
      clock: this.clock,
      random: this.state.random,
      isDryRun: false,
      fieldManager: "tester",
      fieldValidation: "Warn",
      signal: new AbortController().signal,
      warn: (text) => {
        if (!this.warnings.includes(text)) this.warnings.push(text);
      },
      ...own,
    };
  }

  /** What happened to objects, as `ADDED a`. */
  history(): string[] {
    return this.events.map(({ type, stored }) => `${type} ${stored.name}`);
  }
}
