import type { Clock, Kind, KubeObject } from "@kubewright/api";
import type { Client } from "@kubewright/client";
import { Informer, type Logger } from "@kubewright/runtime";

export interface ObjectWatchesOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

interface ObjectWatch {
  readonly informer: Informer<KubeObject>;
  readonly listeners: Set<() => void>;
}

/** Watches of single objects, one for all who want to know of the same object. */
export class ObjectWatches implements AsyncDisposable {
  readonly #options: ObjectWatchesOptions;
  readonly #watches = new Map<string, ObjectWatch>();
  readonly #ending = new Set<Promise<void>>();

  constructor(options: ObjectWatchesOptions) {
    this.#options = options;
  }

  /** Calls the listener when the object appears, changes or goes, and maybe at first. Ends with the function that it gives. */
  listen(kind: Kind, key: { readonly namespace: string; readonly name: string }, listener: () => void): () => void {
    const id = `${kind.kind}/${key.namespace}/${key.name}`;
    const watch = this.#watches.get(id) ?? this.#open(id, kind, key);
    // Its own function, so that a listener may come twice.
    const own = () => listener();
    watch.listeners.add(own);
    return () => {
      watch.listeners.delete(own);
      if (watch.listeners.size > 0 || this.#watches.get(id) !== watch) return;
      this.#watches.delete(id);
      this.#end(watch);
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const watch of this.#watches.values()) this.#end(watch);
    this.#watches.clear();
    await Promise.all(this.#ending);
  }

  #open(id: string, kind: Kind, key: { readonly namespace: string; readonly name: string }): ObjectWatch {
    const { client, clock, random, log } = this.#options;
    const informer = new Informer<KubeObject>({
      ...{ client, kind, clock, random, log },
      namespaces: [key.namespace],
      fieldSelector: { "metadata.name": key.name },
    });
    const watch: ObjectWatch = { informer, listeners: new Set() };
    informer.addHandler(() => {
      for (const listener of [...watch.listeners]) listener();
    });
    informer.start();
    this.#watches.set(id, watch);
    return watch;
  }

  #end({ informer }: ObjectWatch): void {
    const ended = informer.stop().finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }
}
