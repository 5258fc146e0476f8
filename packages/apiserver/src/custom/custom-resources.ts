import { type Clock, forbiddenError, formatTime } from "@kubewright/api";
import type { CustomResourceDefinitionStatus } from "@kubewright/api/apiextensions/v1";
import { zeroOf } from "../codec/decode-object.ts";
import type { TypeGraph } from "../codec/type-graph.ts";
import type { AdmissionPlugin } from "../resource/admission-plugin.ts";
import type { FieldManagers } from "../resource/field-managers.ts";
import type { Resource } from "../resource/resource.ts";
import type { ResourceCatalog } from "../resource/resource-catalog.ts";
import type { Strategy } from "../resource/strategy.ts";
import type { ApiObject } from "../resource-object.ts";
import type { ObjectStore, StoredObject } from "../storage/object-store.ts";
import { customResources } from "./custom-resource.ts";
import { establishedStatus, statusWithNames } from "./definition/accepted-names.ts";
import { approvalStatus } from "./definition/approval-condition.ts";
import { hasCondition, withCondition } from "./definition/condition.ts";
import {
  asDefinition,
  cleanupFinalizer,
  collectionOf,
  type Definition,
  definitionCollection,
} from "./definition/definition.ts";
import { definitionStrategies } from "./definition/definition-strategy.ts";

export interface CustomResourcesOptions {
  readonly store: ObjectStore;
  readonly catalog: ResourceCatalog;
  readonly graph: TypeGraph;
  readonly clock: Clock;
  readonly fieldManagers: FieldManagers;
}

type Status = CustomResourceDefinitionStatus;

/** What a definition has in the catalog, and of what it was made. */
interface Served {
  readonly definition: Definition;
  readonly resources: readonly Resource[];
}

/**
 * Serves what CustomResourceDefinitions define.
 *
 * Does at once, in the turn of the write, what controllers of the reference do a little later: accepts names, sets conditions, serves resources,
 * and deletes what is left of a definition that is to go.
 */
export class CustomResources {
  /** For the kind CustomResourceDefinition. */
  readonly strategies: { readonly main: Strategy; readonly status: Strategy };
  /** Refuses new objects of definitions that are going. Runs before all others. */
  readonly admission: AdmissionPlugin;
  readonly #options: CustomResourcesOptions;
  /** By name of the definition. */
  readonly #served = new Map<string, Served>();
  /** Collections of definitions that are going. */
  readonly #terminating = new Set<string>();

  constructor(options: CustomResourcesOptions) {
    this.#options = options;
    const statusType = options.graph
      .kind("apiextensions.k8s.io", "v1", "CustomResourceDefinition")!
      .fields.get("status")!;
    this.strategies = definitionStrategies({
      emptyStatus: () => zeroOf(statusType.type) as Status,
      afterWrite: ({ metadata }) => this.#sync(metadata.name),
      afterDelete: (definition) => this.#forget(definition),
    });
    this.admission = {
      name: "CustomResourceTermination",
      admit: ({ operation, resource, subresource, name }) => {
        if (operation !== "CREATE" || subresource !== "" || !this.#terminating.has(resource.collection)) return;
        const because = "create not allowed while custom resource definition is terminating";
        throw forbiddenError({ group: resource.group, resource: resource.resource }, name, because);
      },
    };
  }

  /** Brings a definition to where it should be. */
  #sync(name: string): void {
    const stored = this.#options.store.get(definitionCollection, "", name);
    if (stored === undefined) return;
    const definition = asDefinition(stored.object);
    const { deletionTimestamp, finalizers = [] } = definition.metadata;
    if (deletionTimestamp !== undefined && finalizers.includes(cleanupFinalizer)) {
      if (!this.#terminating.has(collectionOf(definition))) this.#beginCleanup(stored);
      return;
    }
    this.#advance(name, approvalStatus);
    const hasNewNames = this.#advance(name, (current, now) =>
      statusWithNames(current, () => this.#othersOf(current), now),
    );
    this.#advance(name, establishedStatus);
    this.#serve(asDefinition(this.#options.store.get(definitionCollection, "", name)!.object));
    // Names may have become free.
    if (hasNewNames) this.#syncGroup(definition);
  }

  #syncGroup({ spec, metadata }: Definition): void {
    for (const stored of this.#options.store.list(definitionCollection).items) {
      const other = asDefinition(stored.object);
      if (other.spec.group === spec.group && other.metadata.name !== metadata.name) this.#sync(stored.name);
    }
  }

  #othersOf({ spec, metadata }: Definition): Definition[] {
    return this.#options.store
      .list(definitionCollection)
      .items.map(({ object }) => asDefinition(object))
      .filter((other) => other.spec.group === spec.group && other.metadata.name !== metadata.name);
  }

  /** Writes the status that `next` gives, if it gives one. */
  #advance(name: string, next: (definition: Definition, now: number) => Status | undefined): boolean {
    const stored = this.#options.store.get(definitionCollection, "", name)!;
    const status = next(asDefinition(stored.object), this.#options.clock.now());
    if (status !== undefined) this.#write(stored, { ...stored.object, status });
    return status !== undefined;
  }

  /** Writes as the server itself, through `status`. */
  #write(stored: StoredObject, object: ApiObject): void {
    const { store, catalog, clock, fieldManagers } = this.#options;
    const resource = catalog.find("apiextensions.k8s.io", "v1", "customresourcedefinitions")!;
    const manager = fieldManagers.of({
      resource,
      subresource: "status",
      apiVersion: "apiextensions.k8s.io/v1",
      kind: resource.kind,
      type: resource.type,
      codec: resource.codec,
      resetFields: this.strategies.status.resetFields,
    });
    const managed = manager.update(stored.object, object, { manager: "kube-apiserver", now: clock.now() }) as ApiObject;
    store.update(definitionCollection, managed, stored.revision);
  }

  #serve(definition: Definition): void {
    const { catalog, graph, clock } = this.#options;
    const { name } = definition.metadata;
    const served = this.#served.get(name);
    const isAccepted = hasCondition(definition, "NamesAccepted") || hasCondition(definition, "Established");
    if (served !== undefined && isAccepted && isServedAlike(served.definition, definition)) return;
    const afterDelete = (): void => this.#continueCleanup(name);
    const resources = isAccepted ? customResources(definition, { graph, clock, afterDelete }) : [];
    this.#served.set(name, { definition, resources });
    catalog.replace(served?.resources ?? [], resources);
  }

  #forget(definition: Definition): void {
    const { name } = definition.metadata;
    const served = this.#served.get(name);
    this.#served.delete(name);
    this.#terminating.delete(collectionOf(definition));
    this.#options.catalog.remove(...(served?.resources ?? []));
    this.#syncGroup(definition);
  }

  #beginCleanup(stored: StoredObject): void {
    const definition = asDefinition(stored.object);
    this.#terminating.add(collectionOf(definition));
    this.#setTerminating(stored.name, "True", "InstanceDeletionInProgress", "CustomResource deletion is in progress");
    if (hasCondition(definition, "Established")) {
      for (const instance of this.#options.store.list(collectionOf(definition)).items) {
        this.#deleteInstance(collectionOf(definition), instance);
      }
    }
    this.#continueCleanup(stored.name);
  }

  #deleteInstance(collection: string, { namespace, name, object, revision }: StoredObject): void {
    const { store, clock } = this.#options;
    const { finalizers = [], deletionTimestamp, generation = 0 } = object.metadata;
    if (finalizers.length === 0) store.delete(collection, namespace, name, revision);
    else if (deletionTimestamp === undefined) {
      const metadata = {
        ...object.metadata,
        generation: generation + 1,
        deletionTimestamp: formatTime(clock.now()),
        deletionGracePeriodSeconds: 0,
      };
      store.update(collection, { ...object, metadata }, revision);
    }
  }

  /** Lets a definition go whose instances are gone. */
  #continueCleanup(name: string): void {
    const { store } = this.#options;
    const stored = store.get(definitionCollection, "", name);
    if (stored === undefined) return;
    const definition = asDefinition(stored.object);
    const isEstablished = hasCondition(definition, "Established");
    if (!this.#terminating.has(collectionOf(definition))) return;
    if (isEstablished && store.count(collectionOf(definition)) > 0) return;
    const finalizers = (definition.metadata.finalizers ?? []).filter((finalizer) => finalizer !== cleanupFinalizer);
    if (finalizers.length === 0) {
      const gone = store.delete(definitionCollection, "", name, stored.revision)!;
      this.#forget(asDefinition(gone.object));
      return;
    }
    const [reason, message] = isEstablished
      ? ["InstanceDeletionCompleted", "removed all instances"]
      : ["NeverEstablished", "resource was never established"];
    this.#setTerminating(name, "False", reason, message);
    const current = store.get(definitionCollection, "", name)!;
    const metadata = { ...current.object.metadata, finalizers };
    store.update(definitionCollection, { ...current.object, metadata }, current.revision);
  }

  #setTerminating(name: string, status: string, reason: string, message: string): void {
    this.#advance(name, (definition, now) =>
      withCondition(definition.status ?? {}, { type: "Terminating", status, reason, message }, now),
    );
  }
}

/** Whether two states of a definition make the same resources. */
function isServedAlike(a: Definition, b: Definition): boolean {
  return (
    a.metadata.uid === b.metadata.uid && a.metadata.generation === b.metadata.generation && namesOf(a) === namesOf(b)
  );
}

function namesOf({ status }: Definition): string {
  return JSON.stringify(status?.acceptedNames ?? {});
}
