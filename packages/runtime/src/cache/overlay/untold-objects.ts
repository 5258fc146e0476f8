import { formatKey, type KubeObject } from "@kubewright/api";
import type { ObjectEvent } from "../../informer/object-event.ts";
import type { StreamProgress } from "../../informer/stream-progress.ts";
import { isNewer, isNotOlder, isOpaque, isReached, type OverlayBase } from "./overlay-base.ts";
import type { WrittenObject } from "./written-objects.ts";

/** A written object that the informer holds once it hears of it. */
interface UntoldObject<T extends KubeObject> extends WrittenObject<T> {
  readonly uid: string;
  readonly object: T;
}

/** Versions whose changes were not told one by one: the informer listed. */
interface Gap {
  readonly after: string;
  readonly upTo: string;
}

/**
 * The objects that this process wrote and the informer does not have yet, so that their end is not missed: what comes and goes between the
 * last change that a watch tells and the next list is in neither. Handlers are then told of both, also when this process deleted it.
 */
export class UntoldObjects<T extends KubeObject> {
  readonly #base: OverlayBase<T>;
  /** By key. Several when one was deleted and the next one made before the informer told of either. */
  readonly #untold = new Map<string, readonly UntoldObject<T>[]>();
  /** The last one of each stream, for writes that are answered after it. */
  readonly #gaps = new Map<string | undefined, Gap>();

  constructor(base: OverlayBase<T>) {
    this.#base = base;
  }

  /** Under how many keys there are some. */
  get size(): number {
    return this.#untold.size;
  }

  /** A write was answered. */
  add(written: WrittenObject<T>): void {
    if (!isIdentified(written)) return;
    const { key, uid, version } = written;
    const stored = this.#base.store.get(key);
    if (stored?.metadata.uid === uid) return;
    if (isReached(this.#base, written)) {
      if (stored === undefined && this.#isInGap(written)) this.#base.tellMissed(written.object);
      return;
    }
    const before = this.#untold.get(key) ?? [];
    // Answers may come in another order than that in which the server did the writes.
    if (before.some((other) => other.uid === uid && isNotOlder(other.version, version))) return;
    this.#untold.set(key, [...before.filter((other) => other.uid !== uid), written]);
  }

  /** The informer has come further, and its store with it. */
  advance(progress: StreamProgress<T>): void {
    if (progress.change === undefined) this.#sweep(progress);
    else this.#told(progress.change);
  }

  #told(change: ObjectEvent<T>): void {
    const { type, object } = change;
    const { uid, resourceVersion } = object.metadata;
    const isTold = (untold: UntoldObject<T>) =>
      untold.uid === uid || (type === "updated" && untold.uid === change.old.metadata.uid);
    const isReplaced = ({ version }: UntoldObject<T>) => type !== "deleted" && isNewer(resourceVersion, version);
    this.#settle(formatKey(object.metadata), (untold) => {
      if (isTold(untold)) return "told";
      return isReplaced(untold) ? "missed" : "untold";
    });
  }

  #sweep({ namespace, resourceVersion, listedSince }: StreamProgress<T>): void {
    if (listedSince !== undefined) this.#gaps.set(namespace, { after: listedSince, upTo: resourceVersion });
    const outcomeOf = (untold: UntoldObject<T>): Outcome => {
      const isOfStream = namespace === undefined || namespace === untold.namespace;
      const isOpaqueHere = isOpaque(untold.version);
      if (!isOfStream || !(isOpaqueHere || isReached(this.#base, untold))) return "untold";
      const isMissed = listedSince !== undefined && this.#base.store.get(untold.key) === undefined;
      return isMissed && (isOpaqueHere || this.#isInGap(untold)) ? "missed" : "told";
    };
    for (const key of this.#untold.keys()) this.#settle(key, outcomeOf);
  }

  #settle(key: string, outcomeOf: (untold: UntoldObject<T>) => Outcome): void {
    const before = this.#untold.get(key);
    if (before === undefined) return;
    const settled = before.map((untold) => ({ untold, outcome: outcomeOf(untold) }));
    const left = settled.filter(({ outcome }) => outcome === "untold").map(({ untold }) => untold);
    if (left.length === 0) this.#untold.delete(key);
    else this.#untold.set(key, left);
    for (const { untold, outcome } of settled) if (outcome === "missed") this.#base.tellMissed(untold.object);
  }

  #isInGap({ namespace, version }: UntoldObject<T>): boolean {
    const gap = this.#gaps.get(undefined) ?? this.#gaps.get(namespace);
    if (gap === undefined || !isNotOlder(gap.upTo, version)) return false;
    return gap.after === "" || isNewer(version, gap.after);
  }
}

type Outcome =
  | "untold"
  /** By the informer; or there is nothing left to tell, as another object is there. */
  | "told"
  /** It was there, and nobody told it. */
  | "missed";

function isIdentified<T extends KubeObject>(written: WrittenObject<T>): written is UntoldObject<T> {
  return written.uid !== undefined && written.object !== undefined;
}
