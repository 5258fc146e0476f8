import { expiredError, internalError, type Scheduled, type Status, statusErrorOf } from "@kubewright/api";
import { plainFailure } from "@kubewright/api/server";
import type { ServerState } from "../../resource/server-state.ts";
import { CompactedError } from "../../storage/object-store.ts";
import type { CollectionTarget } from "./list-objects.ts";
import type { ListOptions } from "./list-options.ts";
import { parseRequestedVersion, type RequestedVersion } from "./requested-version.ts";
import { waitForRevision } from "./revision-wait.ts";
import { Selection } from "./selection.ts";
import { bookmarkOf, selectChange } from "./watch-event.ts";
import { type LazyWatchEvent, WatchStream } from "./watch-stream.ts";

const bookmarkIntervalMs = 60_000;
/** How long before the end a last bookmark is sent. */
const lastBookmarkMs = 2000;
/** A watch that does not say lasts once to twice as long. */
const leastDurationMs = 1_800_000;
/** How many events may wait for a slow reader. */
const bufferLimit = 10_000;

/** What of a server watches work with. */
export type WatchState = Pick<ServerState, "store" | "clock" | "random" | "catalog">;

/**
 * What happens to the objects of a resource, from when it is called.
 *
 * Throws for a version that cannot be read; what goes wrong later is an ERROR event. Ends with the time that was asked for, with
 * the signal, when the reader is done or stays too far behind, and when the resource is no longer served.
 */
export function watchObjects(
  state: WatchState,
  target: CollectionTarget,
  options: ListOptions,
  signal: AbortSignal,
): WatchStream {
  const version = parseRequestedVersion(options.resourceVersion);
  if (version !== undefined && "problem" in version) throw plainFailure(version.problem);
  return new ObjectWatch(state, target, options, version, signal).stream;
}

class ObjectWatch {
  readonly stream: WatchStream;
  readonly #state: WatchState;
  readonly #target: CollectionTarget;
  readonly #options: ListOptions;
  readonly #selection: Selection;
  /** Ends everything that waits. */
  readonly #end = new AbortController();
  readonly #endsAt: number;
  #bookmark: Scheduled | undefined;

  constructor(
    state: WatchState,
    target: CollectionTarget,
    options: ListOptions,
    version: RequestedVersion | undefined,
    signal: AbortSignal,
  ) {
    this.#state = state;
    this.#target = target;
    this.#options = options;
    this.#selection = new Selection(target.resource, target.namespace, options);
    this.stream = new WatchStream({ bufferLimit, onEnd: () => this.#end.abort() });
    const durationMs = durationOf(options, state);
    this.#endsAt = state.clock.monotonic() + durationMs;
    if (signal.aborted || durationMs < 0) {
      this.stream.close();
      return;
    }
    this.#closeAfter(durationMs, signal);
    this.#start(version);
  }

  #closeAfter(durationMs: number, signal: AbortSignal): void {
    const { clock, catalog } = this.#state;
    const { resource } = this.#target;
    const close = (): void => this.stream.close();
    const timeout = clock.schedule(durationMs, close);
    const changes = catalog.onChange(() => {
      // The last of its objects go with a definition: those who watch hear of them before the end.
      if (catalog.find(resource.group, resource.version, resource.resource) === undefined) this.stream.finish();
    });
    signal.addEventListener("abort", close, { once: true });
    this.#onEnd(() => {
      timeout.cancel();
      changes.stop();
      signal.removeEventListener("abort", close);
    });
  }

  #start(version: RequestedVersion | undefined): void {
    const { store } = this.#state;
    const isFromAnywhere = version === undefined || version.revision === 0;
    const { sendInitialEvents = isFromAnywhere } = this.#options;
    if (!sendInitialEvents) {
      const digits = isFromAnywhere ? String(store.revision) : version.digits;
      this.#follow(isFromAnywhere ? store.revision : version.revision, digits);
    } else if (isFromAnywhere || version.revision <= store.revision) {
      this.#startWithInitialEvents();
    } else {
      waitForRevision(this.#state, version, this.#end.signal).then(
        () => this.#startWithInitialEvents(),
        (error: unknown) => this.#fail(error),
      );
    }
  }

  #startWithInitialEvents(): void {
    const { store } = this.#state;
    const { resource, namespace } = this.#target;
    const { items, revision } = store.list(resource.collection, { namespace });
    const events = items.map((stored): LazyWatchEvent => {
      return () => {
        return this.#selection.accepts(stored)
          ? { type: "ADDED", object: resource.fromStored(stored.object) }
          : undefined;
      };
    });
    if (this.#options.sendInitialEvents === true && this.#options.allowWatchBookmarks) {
      events.push(() => bookmarkOf(resource, revision, true));
    }
    this.stream.addInitial(events);
    this.#follow(revision, String(revision));
  }

  #follow(revision: number, digits: string): void {
    const { store } = this.#state;
    const { resource } = this.#target;
    let replayed: LazyWatchEvent[] | undefined = [];
    try {
      const watch = store.watch(resource.collection, revision, (event) => {
        const change = selectChange(event, this.#selection);
        if (change === undefined) return;
        const shown: LazyWatchEvent = () => ({ type: change.type, object: resource.fromStored(change.object) });
        if (replayed === undefined) this.stream.add(shown, event.revision, store.compactedRevision);
        else replayed.push(shown);
      });
      this.#onEnd(() => watch.stop());
    } catch (error) {
      if (!(error instanceof CompactedError)) throw error;
      this.#fail(expiredError(`too old resource version: ${digits} (${error.compacted})`));
      return;
    }
    if (replayed.length > 0) this.stream.addInitial(replayed);
    replayed = undefined;
    if (!this.#options.allowWatchBookmarks) return;
    this.#onEnd(() => this.#bookmark?.cancel());
    this.#scheduleBookmark(revision);
  }

  /** Bookmarks that would say no more than how the watch started are left out. */
  #scheduleBookmark(startRevision: number): void {
    const { store, clock } = this.#state;
    const leftMs = this.#endsAt - clock.monotonic() - lastBookmarkMs;
    if (leftMs <= 0) return;
    this.#bookmark = clock.schedule(Math.min(bookmarkIntervalMs, leftMs), () => {
      const { revision } = store;
      if (revision > startRevision) this.stream.add(() => bookmarkOf(this.#target.resource, revision, false), revision);
      this.#scheduleBookmark(startRevision);
    });
  }

  #fail(error: unknown): void {
    if (this.#end.signal.aborted) return;
    const status = (statusErrorOf(error) ?? internalError(String(error))).status satisfies Status;
    this.stream.addInitial([() => ({ type: "ERROR", object: status })]);
    this.stream.finish();
  }

  #onEnd(callback: () => void): void {
    if (this.#end.signal.aborted) callback();
    else this.#end.signal.addEventListener("abort", callback, { once: true });
  }
}

function durationOf({ timeoutSeconds = 0 }: ListOptions, { random }: WatchState): number {
  if (timeoutSeconds !== 0) return timeoutSeconds * 1000;
  const [high = 0, low = 0] = random(2);
  return leastDurationMs * (1 + (high * 256 + low) / 65_536);
}
