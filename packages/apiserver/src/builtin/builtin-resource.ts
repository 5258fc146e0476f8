import { type Clock, formatApiVersion, type GroupVersionKind } from "@kubewright/api";
import { zeroOf } from "../codec/decode-object.ts";
import type { GoStruct } from "../codec/go-type.ts";
import type { TypeGraph } from "../codec/type-graph.ts";
import type { RecordedDiscovery, RecordedResource } from "../data/discovery-data.ts";
import { defaultTable } from "../resource/default-table.ts";
import type { RequestContext } from "../resource/request-context.ts";
import type {
  ActionSubresource,
  ObjectCodec,
  Resource,
  Subresource,
  TableConvertor,
  ViewSubresource,
} from "../resource/resource.ts";
import type { Strategy } from "../resource/strategy.ts";
import type { ApiObject } from "../resource-object.ts";
import { BuiltinCodec } from "./builtin-codec.ts";
import { shownEvent, storedEvent } from "./convert/event.ts";
import { shownAutoscaler, storedAutoscaler } from "./convert/horizontal-pod-autoscaler.ts";
import { shownClaim, shownJob } from "./convert/late-default.ts";
import { defaultsOf } from "./default/defaults.ts";
import { scaleView } from "./scale-view.ts";
import { schemaValidation } from "./schema-validation.ts";
import { fieldSelectorsOf } from "./selector/field-selectors.ts";
import type { KindRules } from "./strategy/kind-rules.ts";
import { strategyFor, viewStrategyFor } from "./strategy/kind-strategy.ts";
import { kindTable } from "./strategy/kind-table.ts";
import type { BuiltinTables } from "./table/builtin-tables.ts";
import type { KindValidation } from "./validation/kind-validation.ts";
import { validationOf } from "./validation/validations.ts";
import { warningsOf } from "./warning/kind-warnings.ts";

/** Answers what is asked by creating an object. */
export type Answer = (object: ApiObject, context: RequestContext) => ApiObject | Promise<ApiObject>;

/** What built-in resources are made from. */
export interface BuiltinOptions {
  readonly graph: TypeGraph;
  /** What is served: the resources of a default server, by `v1`, `apps/v1`. */
  readonly discovery: RecordedDiscovery["resources"];
  readonly clock: Clock;
  /** Of reviews, by kind: `SubjectAccessReview`. Without its answer a review is not served. */
  readonly answers?: Readonly<Record<string, Answer>>;
  /** Rules that depend on the server, by group and kind as in `Service`; they come before those that are known here. */
  readonly rules?: Readonly<Record<string, KindRules>>;
  /** Validations in place of those that are known here, by group and kind: `discovery.k8s.io/EndpointSlice`. */
  readonly validations?: Readonly<Record<string, KindValidation>>;
  /** Strategies of kinds that are not known here, by group and kind: `apiextensions.k8s.io/CustomResourceDefinition`. */
  readonly strategies?: Readonly<Record<string, { readonly main: Strategy; readonly status: Strategy }>>;
  /** How kinds are printed. */
  readonly tables: BuiltinTables;
}

/** Makes what it is asked for when it is asked for the first time: most kinds are never used. */
export class BuiltinResource implements Resource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
  readonly isCustom = false;
  readonly collection: string;
  readonly toStored: (object: ApiObject) => ApiObject;
  readonly fromStored: (stored: ApiObject) => ApiObject;
  readonly answer?: Answer;
  readonly deprecationWarning?: string;
  readonly #options: BuiltinOptions;
  readonly #served: readonly RecordedResource[];
  #type: GoStruct | undefined;
  #codec: ObjectCodec | undefined;
  #strategy: Strategy | undefined;
  #selectors: Resource["selectors"] | undefined;
  #table: TableConvertor | undefined;
  #subresources: ReadonlyMap<string, Subresource> | undefined;

  constructor(
    options: BuiltinOptions,
    group: string,
    version: string,
    served: RecordedResource,
    all: readonly RecordedResource[],
  ) {
    this.group = group;
    this.version = version;
    this.resource = served.name;
    this.singular = served.singularName;
    this.kind = served.kind;
    this.listKind = `${served.kind}List`;
    this.isNamespaced = served.namespaced;
    this.verbs = served.verbs;
    this.collection = collectionOf(group, served.name);
    const { toStored, fromStored } = conversions[`${group}/${version}/${served.kind}`] ?? unchanged;
    this.toStored = toStored;
    this.fromStored = fromStored === unchanged.fromStored ? fromStored : remembered(fromStored);
    const answer = options.answers?.[served.kind];
    if (answer !== undefined) this.answer = answer;
    const warning = deprecations[`${group}/${version}/${served.kind}`];
    if (warning !== undefined) this.deprecationWarning = warning;
    this.#options = options;
    this.#served = all.filter(({ name }) => name.startsWith(`${served.name}/`));
  }

  get type(): GoStruct {
    this.#type ??= this.#options.graph.kind(this.group, this.version, this.kind) as GoStruct;
    return this.#type;
  }

  get codec(): ObjectCodec {
    this.#codec ??= this.#codecOf({ group: this.group, version: this.version, kind: this.kind }, this.type);
    return this.#codec;
  }

  get strategy(): Strategy {
    this.#strategy ??=
      this.#options.strategies?.[this.#key]?.main ??
      strategyFor(this.#rules, {
        emptyStatus: this.#emptyStatus(),
        validation: this.#validation,
        warnings: warningsOf(this.#key),
      });
    return this.#strategy;
  }

  get selectors(): Resource["selectors"] {
    this.#selectors ??= fieldSelectorsOf(this.group, this.version, this.kind, this.isNamespaced);
    return this.#selectors;
  }

  get table(): TableConvertor {
    this.#table ??= this.#options.tables.tableOf(formatApiVersion(this), this.resource) ?? defaultTable;
    return this.#table;
  }

  get subresources(): ReadonlyMap<string, Subresource> {
    this.#subresources ??= new Map(
      this.#served.map((served) => {
        const name = served.name.slice(this.resource.length + 1);
        return [name, this.#subresource(name, served)];
      }),
    );
    return this.#subresources;
  }

  get #key(): string {
    return this.group === "" ? this.kind : `${this.group}/${this.kind}`;
  }

  get #rules(): KindRules {
    return { ...kindTable[this.#key], ...this.#options.rules?.[this.#key] };
  }

  get #validation(): KindValidation {
    const given = this.#options.validations?.[this.#key];
    return given ?? validationOf(this.group, this.kind) ?? schemaValidation(this.type);
  }

  /** Undefined for kinds whose status, if they have one, anyone may write. */
  #emptyStatus(): (() => unknown) | undefined {
    if (!this.#served.some(({ name }) => name === `${this.resource}/status`)) return undefined;
    const status = this.type.fields.get("status");
    return status === undefined ? undefined : () => zeroOf(status.type);
  }

  #codecOf({ group, version, kind }: GroupVersionKind, type: GoStruct): ObjectCodec {
    return new BuiltinCodec(type, defaultsOf(group, version, kind), this.#options.clock);
  }

  #subresource(name: string, served: RecordedResource): Subresource {
    const { verbs } = served;
    const kind = { group: served.group ?? this.group, version: served.version ?? this.version, kind: served.kind };
    if (name === "scale") {
      const type = this.#options.graph.kind("autoscaling", "v1", "Scale") as GoStruct;
      return scaleView(this.kind, { type, codec: this.#codecOf(kind, type), strategy: this.strategy, verbs });
    }
    if (kind.kind !== this.kind || name === "log") return this.#action(name, kind, verbs);
    return this.#view(name, verbs);
  }

  #view(name: string, verbs: readonly string[]): ViewSubresource {
    const given = name === "status" ? this.#options.strategies?.[this.#key]?.status : undefined;
    return {
      type: "view",
      name,
      verbs,
      kind: { group: this.group, version: this.version, kind: this.kind },
      valueType: this.type,
      codec: this.codec,
      strategy:
        given ??
        viewStrategyFor(
          this.strategy,
          this.#rules.views?.[name] ?? {},
          this.#validation.views?.[name],
          name === "status" ? warningsOf(this.#key)?.status : undefined,
        ),
    };
  }

  #action(name: string, kind: GroupVersionKind, verbs: readonly string[]): ActionSubresource {
    const type = verbs.includes("create") ? this.#options.graph.kind(kind.group, kind.version, kind.kind) : undefined;
    const isBody = type !== undefined && !kind.kind.endsWith("Options");
    return {
      type: "action",
      name,
      verbs,
      kind,
      ...(isBody && { codec: this.#codecOf(kind, type), valueType: type }),
    };
  }
}

/** Events of both groups are the same objects. */
function collectionOf(group: string, resource: string): string {
  return group === "" || resource === "events" ? resource : `${group}/${resource}`;
}

interface Conversion {
  readonly toStored: (object: ApiObject) => ApiObject;
  readonly fromStored: (stored: ApiObject) => ApiObject;
}

/** Gives the same object again for the same one: texts of objects are kept by identity. */
function remembered(convert: (stored: ApiObject) => ApiObject): (stored: ApiObject) => ApiObject {
  const known = new WeakMap<ApiObject, ApiObject>();
  return (stored) => {
    let shown = known.get(stored);
    if (shown === undefined) {
      shown = convert(stored);
      known.set(stored, shown);
    }
    return shown;
  };
}

const unchanged: Conversion = { toStored: (object) => object, fromStored: (stored) => stored };

const conversions: Readonly<Record<string, Conversion>> = {
  "/v1/PersistentVolumeClaim": { toStored: unchanged.toStored, fromStored: shownClaim },
  "batch/v1/Job": { toStored: unchanged.toStored, fromStored: shownJob },
  "events.k8s.io/v1/Event": { toStored: storedEvent, fromStored: shownEvent },
  "autoscaling/v1/HorizontalPodAutoscaler": { toStored: storedAutoscaler, fromStored: shownAutoscaler },
};

const deprecations: Readonly<Record<string, string>> = {
  "/v1/ComponentStatus": "v1 ComponentStatus is deprecated in v1.19+",
  "/v1/Endpoints": "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
};
