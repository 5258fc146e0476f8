import type { Clock, Kind, Scheduled } from "@kubewright/api";
import { ConfigMap, Pod, Secret, type Volume } from "@kubewright/api/core/v1";
import type { ProgramUser } from "../../../image/image-adapter.ts";
import type { NodeContext } from "../../node-agent.ts";
import { ClusterObjects } from "../env/cluster-objects.ts";
import { AtomicFolder } from "./atomic-folder.ts";
import type { ObjectWatches } from "./object-watches.ts";
import { PodToken } from "./pod-token.ts";
import { volumeFiles } from "./volume-files.ts";

export interface ClusterVolumeOptions {
  readonly context: NodeContext;
  readonly watches: ObjectWatches;
  readonly pod: Pod;
  readonly volume: Volume;
  readonly path: string;
  readonly user: ProgramUser | undefined;
}

const retryMs = 10_000;
/** Timers stand still while a machine sleeps, and tokens expire: whether it is time is looked at so often. */
const maxTimerMs = 60_000;

/** A volume whose files come from the cluster, and follow what they come from until it is disposed of. */
export class ClusterVolume implements AsyncDisposable {
  readonly #options: ClusterVolumeOptions;
  readonly #clock: Clock;
  readonly #folder: AtomicFolder;
  readonly #tokens = new Map<number, PodToken>();
  readonly #ending = new AbortController();
  readonly #unlisten: (() => void)[] = [];
  #pod: Pod;
  #timer: Scheduled | undefined;
  #isDirty = false;
  #refreshing: Promise<void> | undefined;

  constructor(options: ClusterVolumeOptions) {
    this.#options = options;
    this.#clock = options.context.clock;
    this.#pod = options.pod;
    this.#folder = new AtomicFolder(options.path, options.user);
    const { client, random } = options.context;
    for (const [index, { serviceAccountToken }] of (options.volume.projected?.sources ?? []).entries()) {
      if (serviceAccountToken === undefined) continue;
      const request = { client, clock: this.#clock, random, pod: options.pod, projection: serviceAccountToken };
      this.#tokens.set(index, new PodToken(request));
    }
  }

  /** Writes the files for the first time. Rejects when that cannot be. */
  async prepare(signal: AbortSignal): Promise<void> {
    await this.#write(signal);
    const { watches, pod, volume } = this.#options;
    const namespace = pod.metadata.namespace ?? "";
    for (const { kind, name } of referencesOf(volume, pod)) {
      this.#unlisten.push(watches.listen(kind, { namespace, name }, () => this.#refresh()));
    }
    this.#schedule();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort();
    this.#timer?.cancel();
    for (const unlisten of this.#unlisten.splice(0)) unlisten();
    await this.#refreshing;
  }

  async #write(signal: AbortSignal): Promise<void> {
    const { context, volume, user } = this.#options;
    const files = await volumeFiles(volume, {
      pod: this.#pod,
      objects: new ClusterObjects(context.client, this.#pod.metadata.namespace ?? "", signal),
      server: context.server,
      hasUser: user !== undefined,
      token: async (source) => (await this.#tokens.get(source)?.get(signal)) ?? "",
    });
    signal.throwIfAborted();
    this.#folder.write(files);
  }

  #refresh(): void {
    this.#isDirty = true;
    this.#refreshing ??= this.#refreshWhileDirty().finally(() => {
      this.#refreshing = undefined;
    });
  }

  async #refreshWhileDirty(): Promise<void> {
    const { signal } = this.#ending;
    const { context, volume } = this.#options;
    while (this.#isDirty && !signal.aborted) {
      this.#isDirty = false;
      try {
        await this.#readPod(signal);
        await this.#write(signal);
        this.#schedule();
      } catch (error) {
        if (signal.aborted) return;
        const { name } = this.#pod.metadata;
        context.log.warn({ err: error, pod: name, volume: volume.name }, "a volume could not be brought up to date");
        this.#scheduleAt(this.#clock.now() + retryMs);
      }
    }
  }

  async #readPod(signal: AbortSignal): Promise<void> {
    if (!usesPod(this.#options.volume)) return;
    const { name, namespace = "", uid } = this.#pod.metadata;
    const pod = await this.#options.context.client.find(Pod, { name, namespace }, { signal });
    if (pod?.metadata.uid === uid && pod !== undefined) this.#pod = pod;
  }

  #schedule(): void {
    if (this.#tokens.size === 0) return;
    this.#scheduleAt(Math.min(...[...this.#tokens.values()].map(({ dueAt }) => dueAt)));
  }

  #scheduleAt(at: number): void {
    this.#timer?.cancel();
    if (this.#ending.signal.aborted) return;
    const leftMs = at - this.#clock.now();
    this.#timer =
      leftMs > maxTimerMs
        ? this.#clock.schedule(maxTimerMs, () => this.#scheduleAt(at))
        : this.#clock.schedule(Math.max(0, leftMs), () => this.#refresh());
  }
}

/** Whether files tell of what may change while a pod runs: the namespace, which most pods have in a file, does not. */
function usesPod({ downwardAPI, projected }: Volume): boolean {
  const sources = [downwardAPI, ...(projected?.sources ?? []).map((source) => source.downwardAPI)];
  return sources
    .flatMap((source) => source?.items ?? [])
    .some(({ fieldRef }) => fieldRef === undefined || /^metadata\.(labels|annotations)\b/.test(fieldRef.fieldPath));
}

function referencesOf(volume: Volume, pod: Pod): { readonly kind: Kind; readonly name: string }[] {
  const { configMap, secret, projected } = volume;
  const configMaps = [configMap, ...(projected?.sources ?? []).map((source) => source.configMap)];
  const secrets = [secret && { name: secret.secretName }, ...(projected?.sources ?? []).map((source) => source.secret)];
  return [
    ...configMaps.flatMap((source) => (source?.name ? [{ kind: ConfigMap, name: source.name }] : [])),
    ...secrets.flatMap((source) => (source?.name ? [{ kind: Secret, name: source.name }] : [])),
    ...(usesPod(volume) ? [{ kind: Pod, name: pod.metadata.name }] : []),
  ];
}
