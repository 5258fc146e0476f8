import { join } from "node:path";
import { startReferenceServer } from "@kubewright/testing";
import { objectName } from "../../subject/protocol.mjs";
import { apiServer } from "../api-server.mjs";
import { eachOf } from "../each-of.mjs";
import { group, memcached, memcachedDefinition, memcachedNodes } from "./memcached-object.mjs";
import { syncedPod, syncedPodStatus } from "./synced-pod.mjs";

/** @typedef {import("../api-server.mjs").ApiServer} ApiServer */

export const namespace = "bench";

const memcacheds = `/apis/${group}/v1/namespaces/${namespace}/memcacheds`;
const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
const pods = `/api/v1/namespaces/${namespace}/pods`;
const mergePatch = "application/merge-patch+json";

/** A real API server that has Memcacheds, and no controllers. Made with plain requests, on purpose none of the clients. */
export class Cluster {
  /** @type {ApiServer} */
  server;
  /** @type {string} path of a file */
  kubeconfig;
  /** @type {() => Promise<void>} */
  close;
  #progress;

  /**
   * @param {{ signal: AbortSignal, progress: (line: string) => void }} context
   */
  static async start({ signal, progress }) {
    progress("starting kube-apiserver");
    const reference = await startReferenceServer({ signal });
    const server = apiServer(reference);
    const close = async () => {
      server.close();
      await reference[Symbol.asyncDispose]();
    };
    try {
      const kubeconfig = join(reference.folder, "bench.kubeconfig");
      await reference.writeKubeconfig(kubeconfig);
      const cluster = new Cluster(server, { kubeconfig, close, progress });
      await cluster.#install(signal);
      return cluster;
    } catch (error) {
      await close();
      throw error;
    }
  }

  /**
   * @param {ApiServer} server
   * @param {{ kubeconfig: string, close: () => Promise<void>, progress: (line: string) => void }} options
   */
  constructor(server, { kubeconfig, close, progress }) {
    this.server = server;
    this.kubeconfig = kubeconfig;
    this.close = close;
    this.#progress = progress;
  }

  /** @param {number} count */
  async createMemcacheds(count) {
    await eachOf(count, (n) => this.server.call("POST", memcacheds, memcached(n)), this.#told("Memcacheds", count));
  }

  /** @param {number} count */
  async createPods(count) {
    const create = async (/** @type {number} */ n) => {
      await this.server.call("POST", pods, syncedPod(n));
      await this.server.call("PATCH", `${pods}/${objectName(n)}/status`, { status: syncedPodStatus(n) }, mergePatch);
    };
    await eachOf(count, create, this.#told("pods", count));
  }

  /** Removes so many Memcacheds, and the Deployments that an operator made for them. @param {number} count */
  async removeMemcacheds(count) {
    await eachOf(count, async (n) => {
      await this.server.call("DELETE", `${memcacheds}/${objectName(n)}`);
      await this.server.call("DELETE", `${deployments}/${objectName(n)}`);
    });
  }

  /** Throws unless each of so many Memcacheds has its Deployment and status. @param {number} count */
  async checkConverged(count) {
    const [memcachedList, deploymentList] = await Promise.all([
      this.server.call("GET", memcacheds),
      this.server.call("GET", deployments),
    ]);
    /** @type {Map<string, number>} */
    const replicas = new Map(
      deploymentList.items.map((/** @type {any} */ { metadata, spec }) => [metadata.name, spec.replicas]),
    );
    if (memcachedList.items.length !== count || replicas.size !== count) {
      throw new Error(`${memcachedList.items.length} Memcacheds and ${replicas.size} Deployments instead of ${count}`);
    }
    for (const [n, { metadata, spec, status }] of memcachedList.items.entries()) {
      const nodes = memcachedNodes(n).join();
      if (replicas.get(metadata.name) !== spec.size || status?.nodes?.join() !== nodes) {
        throw new Error(`${metadata.name} was not reconciled: ${JSON.stringify({ spec, status })}`);
      }
    }
  }

  /** @param {AbortSignal} signal */
  async #install(signal) {
    const metadata = { name: namespace };
    await this.server.call("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata });
    await this.server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", memcachedDefinition);
    for (;;) {
      signal.throwIfAborted();
      const isServed = await this.server.call("GET", memcacheds).then(
        () => true,
        () => false,
      );
      if (isServed) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** @param {string} what @param {number} count */
  #told(what, count) {
    return (/** @type {number} */ done) => this.#progress(`created ${done} of ${count} ${what}`);
  }
}
