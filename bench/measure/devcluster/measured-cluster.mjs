import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { bareEnvironment } from "../../install/program.mjs";
import { apiServer } from "../api-server.mjs";
import { processPssBytes } from "../apiserver/process-usage.mjs";

/** @typedef {import("../api-server.mjs").ApiServer} ApiServer */

/**
 * A cluster that is up.
 * @typedef {object} MeasuredCluster
 * @property {number} startMs
 * @property {string} kubeconfig path of a file
 * @property {ApiServer} api
 * @property {() => number} residentBytes of all its processes; what they share counts once
 * @property {() => Promise<void>} close
 */

/** Starts a cluster, which the caller closes. @typedef {(signal: AbortSignal) => Promise<MeasuredCluster>} StartCluster */

/**
 * `kubewright cluster` with these arguments, until its nodes are ready. The time begins before the process is started.
 * @param {{ node: string, main: string, nodes: number }} program
 * @param {readonly string[]} args
 * @returns {StartCluster}
 */
export function ours({ node, main, nodes }, args) {
  return async (signal) => {
    const startedAt = performance.now();
    const child = spawn(node, [main, "cluster", "--output", "json", ...args], processOptions(signal));
    const end = () => child.kill("SIGINT");
    return await whenUp(child, end, async ({ kubeconfig, processId }) => {
      const api = apiServer(credentialsIn(await readFile(kubeconfig, "utf8")));
      await untilNodesAreReady(api, nodes, signal);
      return {
        startMs: performance.now() - startedAt,
        kubeconfig,
        api,
        residentBytes: () => residentBytes([processId, ...descendantsOf(processId)]),
      };
    });
  };
}

/**
 * A cluster of the real programs: a script of `../../subject/devcluster`. The time is the one that the script tells.
 * @param {string} node
 * @param {string} script
 * @param {readonly string[]} [args]
 * @returns {StartCluster}
 */
export function theirs(node, script, args = []) {
  const path = fileURLToPath(new URL(`../../subject/devcluster/${script}`, import.meta.url));
  return async (signal) => {
    // Types are stripped by this Node as it loads them.
    const child = spawn(node, ["--disable-warning=ExperimentalWarning", path, ...args], {
      ...processOptions(signal),
      env: { ...bareEnvironment(), KUBEBUILDER_ASSETS: process.env["KUBEBUILDER_ASSETS"] },
    });
    return await whenUp(
      child,
      () => child.stdin.end(),
      async ({ startMs, kubeconfig, folders }) => {
        const api = apiServer(credentialsIn(await readFile(kubeconfig, "utf8")));
        return { startMs, kubeconfig, api, residentBytes: () => residentBytes(processesNaming(folders)) };
      },
    );
  };
}

/**
 * @param {AbortSignal} signal
 * @returns {import("node:child_process").SpawnOptionsWithStdioTuple<"pipe", "pipe", "inherit">}
 */
function processOptions(signal) {
  return { env: bareEnvironment(), stdio: ["pipe", "pipe", "inherit"], signal };
}

/**
 * @param {import("node:child_process").ChildProcessByStdio<import("node:stream").Writable, import("node:stream").Readable, null>} child
 * @param {() => void} end
 * @param {(facts: any) => Promise<Omit<MeasuredCluster, "close">>} describe from the one line that it prints
 * @returns {Promise<MeasuredCluster>}
 */
async function whenUp(child, end, describe) {
  const ended = once(child, "close").catch(() => {});
  try {
    const [line] = await Promise.race([
      once(createInterface(child.stdout), "line"),
      ended.then(() => Promise.reject(new Error(`a cluster ended with ${child.exitCode} before it was up`))),
    ]);
    const cluster = await describe(JSON.parse(line));
    const close = async () => {
      cluster.api.close();
      end();
      await ended;
    };
    return { ...cluster, close };
  } catch (error) {
    end();
    await ended;
    throw error;
  }
}

/**
 * @param {ApiServer} api
 * @param {number} count
 * @param {AbortSignal} signal
 */
async function untilNodesAreReady(api, count, signal) {
  await until(signal, 10, async () => {
    await api.call("GET", "/api/v1/namespaces/default/serviceaccounts/default");
    const { items } = await api.call("GET", "/api/v1/nodes");
    const ready = items.filter((/** @type {any} */ { status, spec }) => {
      const condition = status?.conditions?.find((/** @type {any} */ { type }) => type === "Ready");
      return condition?.status === "True" && (spec?.taints ?? []).length === 0;
    });
    return ready.length === count;
  });
}

/**
 * Asks until the answer is true. An error is a no.
 * @param {AbortSignal} signal
 * @param {number} intervalMs
 * @param {() => Promise<boolean>} ask
 */
export async function until(signal, intervalMs, ask) {
  while (!(await ask().catch(() => false))) {
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}

/** @param {string} kubeconfig */
function credentialsIn(kubeconfig) {
  const value = (/** @type {string} */ name) => {
    const found = new RegExp(`"?${name}"?: "?([^"\\s,]+)`).exec(kubeconfig)?.[1];
    if (found === undefined) throw new Error(`the kubeconfig has no ${name}`);
    return found;
  };
  const decoded = (/** @type {string} */ name) => Buffer.from(value(`${name}-data`), "base64").toString();
  const admin = { cert: decoded("client-certificate"), key: decoded("client-key") };
  return { url: value("server"), caCertificate: decoded("certificate-authority"), admin };
}

/** @param {readonly number[]} processIds */
function residentBytes(processIds) {
  return processIds.reduce((sum, processId) => sum + processPssBytes(processId), 0);
}

function processIds() {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/**
 * @param {number} parent
 * @returns {number[]}
 */
function descendantsOf(parent) {
  const parents = new Map(processIds().map((processId) => [processId, parentOf(processId)]));
  const children = [...parents].filter(([, above]) => above === parent).map(([processId]) => processId);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** @param {number} processId */
function parentOf(processId) {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${processId}/status`, "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}

/**
 * Programs that have a folder in their arguments, without the shells that started them.
 * @param {readonly string[]} folders
 */
function processesNaming(folders) {
  return processIds().filter((processId) => {
    try {
      const line = readFileSync(`/proc/${processId}/cmdline`, "utf8");
      return !line.startsWith("/bin/sh") && folders.some((folder) => line.includes(folder));
    } catch {
      return false;
    }
  });
}
