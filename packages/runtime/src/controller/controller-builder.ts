import {
  formatGroupKind,
  type Kind,
  type KindRegistry,
  type KubeObject,
  type MetadataObject,
  metadataOf,
} from "@kubewright/api";
import { nameOfKind } from "../cache/cache-options.ts";
import { RuntimeError } from "../errors.ts";
import { enqueueObject, enqueueOwner, type TriggerHandler } from "../trigger/handler.ts";
import { type EventFeed, kindSource } from "../trigger/kind-source.ts";
import type { Predicate } from "../trigger/predicate.ts";
import type { Source } from "../trigger/source.ts";
import { isKind, problemWith } from "./builder-argument.ts";
import type { Controller, ControllerSettings } from "./controller.ts";
import { refuseInvalidName } from "./controller-name.ts";
import type { ReconcileFunction, Reconciler } from "./reconciler.ts";

export interface KindOptions<T extends KubeObject = KubeObject> {
  /** All must hold for an event to lead to a reconcile. @default none */
  readonly predicates?: readonly Predicate<T>[];
  /** Watch the metadata only: less to send and to keep for large objects. @default false */
  readonly metadataOnly?: false;
}

/** As `KindOptions`, where predicates and handlers see the metadata only. */
export interface MetadataOptions {
  readonly predicates?: readonly Predicate<MetadataObject>[];
  readonly metadataOnly: true;
}

export interface OwnerOptions {
  /** Only the owner that manages the object is reconciled, not all owners of the kind. @default true */
  readonly onlyController?: boolean;
}

/** What a builder makes a controller with. */
export interface ControllerHost {
  readonly cache: { informer<T extends KubeObject>(kind: Kind<T>): EventFeed<T> };
  readonly kinds: KindRegistry;
  addController(plan: ControllerPlan): Controller;
}

/** A controller that is set up, but not made yet. */
export interface ControllerPlan {
  readonly name: string;
  readonly kind: Kind | undefined;
  readonly sources: readonly Source[];
  readonly settings: ControllerSettings;
  readonly reconciler: Reconciler | ReconcileFunction;
}

type AnyOptions = KindOptions | MetadataOptions;

interface Watch {
  readonly kind: Kind;
  readonly handler: TriggerHandler;
  readonly predicates: readonly Predicate[];
}

/**
 * Says what a controller of a manager watches, and with `reconcile` what it does; that comes last.
 *
 * Each method throws RuntimeError `INVALID_SETUP`, with the fix, for what cannot work, and ApiError `INVALID_KIND` for a kind that is
 * defined twice, in different ways.
 */
export class ControllerBuilder {
  readonly #name: string;
  readonly #host: ControllerHost;
  readonly #watches: Watch[] = [];
  readonly #sources: Source[] = [];
  readonly #filters: Predicate[] = [];
  #settings: ControllerSettings;
  #kind: Kind | undefined;
  #isDone = false;

  constructor(name: string, settings: ControllerSettings, host: ControllerHost) {
    refuseInvalidName(name);
    this.#name = name;
    this.#settings = settings;
    this.#host = host;
  }

  get name(): string {
    return this.#name;
  }

  /** Whether `reconcile` was called. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Reconciles objects of this kind when they change. Once. */
  for<T extends KubeObject>(kind: Kind<T>, options?: KindOptions<NoInfer<T>>): this;
  for(kind: Kind, options: MetadataOptions): this;
  for(kind: Kind, options: AnyOptions = {}): this {
    this.#refuseLate("for()");
    this.#refuseIf(problemWith.kind("for", kind));
    if (this.#kind !== undefined) {
      this.#refuse(
        `for(${kind.kind}) after for(${this.#kind.kind}): a controller reconciles one kind. Use owns() or watches() for the other, or a second controller`,
      );
    }
    this.#kind = kind;
    return this.#watch("for", kind, enqueueObject(), options);
  }

  /** Reconciles the owner, of the kind that `for` names, when an object of this kind changes. */
  owns<T extends KubeObject>(kind: Kind<T>, options?: KindOptions<NoInfer<T>> & OwnerOptions): this;
  owns(kind: Kind, options: MetadataOptions & OwnerOptions): this;
  owns(kind: Kind, options: AnyOptions & OwnerOptions = {}): this {
    this.#refuseIf(problemWith.kind("owns", kind));
    if (this.#kind === undefined) {
      this.#refuse(`owns(${kind.kind}) without for(): call for() before, with the kind of the owners`);
    }
    const handler = enqueueOwner(this.#kind, { onlyController: options.onlyController ?? true });
    return this.#watch("owns", kind, handler, options);
  }

  /** Reconciles what `handler` gives when an object of this kind changes. */
  watches<T extends KubeObject>(
    kind: Kind<T>,
    handler: TriggerHandler<NoInfer<T>>,
    options?: KindOptions<NoInfer<T>>,
  ): this;
  watches(kind: Kind, handler: TriggerHandler<MetadataObject>, options: MetadataOptions): this;
  watches(kind: Kind, handler: TriggerHandler, options: AnyOptions = {}): this {
    this.#refuseIf(problemWith.kind("watches", kind));
    return this.#watch("watches", kind, handler, options);
  }

  /** Reconciles what a source names: a timer, something outside of the cluster. `filter` does not see it. */
  source(source: Source): this {
    this.#refuseLate("source()");
    this.#refuseIf(problemWith.source(source));
    this.#sources.push(source);
    return this;
  }

  /** Must hold for events of all kinds that this controller watches, besides their own predicates. */
  filter(predicate: Predicate): this {
    this.#refuseLate("filter()");
    this.#refuseIf(problemWith.filter(predicate));
    this.#filters.push(predicate);
    return this;
  }

  /** How it works. What was said before of the same thing no longer holds. */
  options(settings: ControllerSettings): this {
    this.#refuseLate("options()");
    this.#settings = { ...this.#settings, ...settings };
    return this;
  }

  /** What it does. The controller belongs to the manager from here on, which starts it. */
  reconcile(reconciler: Reconciler | ReconcileFunction): Controller {
    this.#refuseLate("reconcile()");
    const about = kindOf(reconciler);
    if (about !== undefined && this.#kind !== undefined && !isSame(about, this.#kind)) {
      this.#refuse(
        `its reconciler is for ${formatGroupKind(about)}, but for() names ${formatGroupKind(this.#kind)}: they must be the same`,
      );
    }
    const sources = [...this.#watches.map((watch) => this.#sourceOf(watch)), ...this.#sources];
    if (sources.length === 0) {
      this.#refuse("nothing leads to a reconcile: call for(), with the kind that it reconciles, before reconcile()");
    }
    const controller = this.#host.addController({
      name: this.#name,
      kind: this.#kind,
      sources,
      settings: this.#settings,
      reconciler,
    });
    this.#isDone = true;
    return controller;
  }

  #watch(call: string, kind: Kind, handler: TriggerHandler, options: AnyOptions): this {
    this.#refuseLate(`${call}()`);
    const { predicates = [], metadataOnly = false } = options;
    this.#refuseIf(problemWith.handler(call, kind, handler) ?? problemWith.predicates(call, predicates));
    this.#host.kinds.add(kind);
    this.#watches.push({ kind: metadataOnly ? metadataOf(kind) : kind, handler, predicates });
    return this;
  }

  /** The informer is asked for when the controller starts: one that waits to lead watches nothing. */
  #sourceOf({ kind, handler, predicates }: Watch): Source {
    const { cache } = this.#host;
    const allPredicates = [...this.#filters, ...predicates];
    let source: Source | undefined;
    return {
      name: nameOfKind(kind),
      get states() {
        return source?.states ?? [];
      },
      async start(context) {
        source = kindSource({ kind, informer: cache.informer(kind), handler, predicates: allPredicates });
        await source.start(context);
      },
    };
  }

  #refuseLate(call: string): void {
    if (this.#isDone) this.#refuse(`${call} after reconcile(): call it before, reconcile() comes last`);
  }

  #refuseIf(problem: string | undefined): void {
    if (problem !== undefined) this.#refuse(problem);
  }

  #refuse(problem: string): never {
    throw new RuntimeError("INVALID_SETUP", `controller ${JSON.stringify(this.#name)}: ${problem}`);
  }
}

/** What a reconciler says it is for, as those of `reconcileObject` and `withFinalizer` do. */
function kindOf(reconciler: unknown): Kind | undefined {
  const kind = (reconciler as { kind?: unknown } | undefined)?.kind;
  return isKind(kind) ? kind : undefined;
}

function isSame(a: Kind, b: Kind): boolean {
  return a.group === b.group && a.kind === b.kind;
}
