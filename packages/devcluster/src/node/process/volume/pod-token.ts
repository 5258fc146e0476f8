import { type Clock, parseTime } from "@kubewright/api";
import type { TokenRequest } from "@kubewright/api/authentication/v1";
import { type Pod, ServiceAccount, type ServiceAccountTokenProjection } from "@kubewright/api/core/v1";
import type { Client } from "@kubewright/client";

const dayMs = 24 * 3600 * 1000;
const maxJitterMs = 10_000;
const retryMs = 10_000;

export interface PodTokenOptions {
  readonly client: Pick<Client, "subresource">;
  readonly clock: Clock;
  readonly random: () => number;
  readonly pod: Pod;
  readonly projection: ServiceAccountTokenProjection;
}

/** A token of a pod's service account, which is asked for anew before it expires. */
export class PodToken {
  readonly #options: PodTokenOptions;
  #token: { readonly text: string; readonly expiresAt: number } | undefined;
  #dueAt = 0;

  constructor(options: PodTokenOptions) {
    this.#options = options;
  }

  /** When it should be asked for again, in milliseconds since 1970. */
  get dueAt(): number {
    return this.#dueAt;
  }

  /** The token; a new one if that is due. Rejects in the kubelet's words when there is none that can be used. */
  async get(signal: AbortSignal): Promise<string> {
    const { clock } = this.#options;
    if (this.#token !== undefined && clock.now() < this.#dueAt) return this.#token.text;
    try {
      return await this.#request(signal);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#dueAt = clock.now() + retryMs;
      if (this.#token === undefined) throw new Error(`failed to fetch token: ${message}`, { cause: error });
      if (clock.now() >= this.#token.expiresAt) {
        throw new Error(`token expired and refresh failed: ${message}`, { cause: error });
      }
      return this.#token.text;
    }
  }

  async #request(signal: AbortSignal): Promise<string> {
    const { client, clock, random, pod, projection } = this.#options;
    const { name, namespace = "", uid = "" } = pod.metadata;
    const { audience = "", expirationSeconds = 3600 } = projection;
    const account = { name: pod.spec?.serviceAccountName ?? "default", namespace };
    const body: TokenRequest = {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenRequest",
      metadata: { name: "" },
      spec: {
        audiences: audience === "" ? [] : [audience],
        expirationSeconds,
        boundObjectRef: { apiVersion: "v1", kind: "Pod", name, uid },
      },
    };
    const { spec, status } = await client.subresource("token").create(ServiceAccount, account, body, { signal });
    const lifeMs = (spec?.expirationSeconds ?? expirationSeconds) * 1000;
    const now = clock.now();
    const expiresAt = status?.expirationTimestamp === undefined ? now + lifeMs : parseTime(status.expirationTimestamp);
    this.#token = { text: status?.token ?? "", expiresAt };
    const dueAt = Math.min(expiresAt - lifeMs + dayMs, expiresAt - lifeMs / 5) - random() * maxJitterMs;
    this.#dueAt = Math.max(dueAt, now + retryMs);
    return this.#token.text;
  }
}
