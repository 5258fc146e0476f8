import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startReferenceServer } from "@kubewright/testing";
import { bareEnvironment } from "../../install/program.mjs";
import { apiServer } from "../api-server.mjs";
import { processRssBytes } from "./process-usage.mjs";

/** @typedef {import("../api-server.mjs").ApiServer} ApiServer */

/**
 * A server that is ready: answers `/readyz` and has the `default` namespace.
 * @typedef {object} MeasuredServer
 * @property {number} startMs from before its programs were started
 * @property {string} kubeconfig path of a file
 * @property {ApiServer} api
 * @property {readonly number[]} pids
 * @property {() => number} residentBytes of all its processes
 * @property {() => Promise<void>} close
 */

/** Starts a server, which the caller closes. @typedef {(signal: AbortSignal) => Promise<MeasuredServer>} StartServer */

/** Between two questions whether a server is ready; as often as the reference is asked. */
const probeIntervalMs = 50;

/**
 * etcd and kube-apiserver. The time begins when etcd has just been started: keys and files that the programs need are there.
 * @type {StartServer}
 */
export async function startReference(signal) {
  let startedAt = performance.now();
  const reference = await startReferenceServer({
    signal,
    choosePort: () => {
      startedAt = performance.now();
      return freePort();
    },
  });
  const startMs = performance.now() - startedAt;
  const api = apiServer(reference);
  const close = async () => {
    api.close();
    await reference.close();
  };
  try {
    const kubeconfig = join(reference.folder, "bench.kubeconfig");
    await reference.writeKubeconfig(kubeconfig);
    return measuredServer({ startMs, kubeconfig, api, pids: processesIn(reference.folder), close });
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * `kubewright cluster` in a process of its own. The time begins before it is started, and includes all it does.
 * @param {{ node: string, main: string, nodeFlags?: readonly string[] }} program
 * @returns {StartServer}
 */
export function embeddedStarter({ node, main, nodeFlags = [] }) {
  return async (signal) => {
    const startedAt = performance.now();
    const args = [...nodeFlags, main, "cluster", "--node", "none", "--controllers", "", "--output", "json"];
    const child = spawn(node, args, { env: bareEnvironment(), stdio: ["ignore", "pipe", "inherit"], signal });
    const ended = once(child, "close").catch(() => {});
    const close = async () => {
      child.kill("SIGINT");
      await ended;
    };
    try {
      const [line] = await Promise.race([
        once(createInterface(child.stdout), "line", { signal }),
        ended.then(() => Promise.reject(new Error(`kubewright cluster ended with ${child.exitCode}`))),
      ]);
      const { url, kubeconfig, processId } = JSON.parse(line);
      const api = apiServer({ url, ...credentialsIn(await readFile(kubeconfig, "utf8")) });
      for (const path of ["/readyz", "/api/v1/namespaces/default"]) await untilAnswered(api, path, signal);
      const startMs = performance.now() - startedAt;
      const closeBoth = async () => {
        api.close();
        await close();
      };
      return measuredServer({ startMs, kubeconfig, api, pids: [processId], close: closeBoth });
    } catch (error) {
      await close();
      throw error;
    }
  };
}

/** One that was free a moment ago. */
export async function freePort() {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

/**
 * @param {Omit<MeasuredServer, "residentBytes">} server
 * @returns {MeasuredServer}
 */
function measuredServer(server) {
  return { ...server, residentBytes: () => server.pids.reduce((sum, pid) => sum + processRssBytes(pid), 0) };
}

/**
 * @param {ApiServer} api
 * @param {string} path
 * @param {AbortSignal} signal
 */
async function untilAnswered(api, path, signal) {
  for (;;) {
    signal.throwIfAborted();
    const isAnswered = await api.text(path).then(
      () => true,
      () => false,
    );
    if (isAnswered) return;
    await new Promise((resolve) => setTimeout(resolve, probeIntervalMs));
  }
}

/** @param {string} kubeconfig one that kubewright wrote */
function credentialsIn(kubeconfig) {
  const value = (/** @type {string} */ name) => {
    const encoded = new RegExp(`${name}-data: (\\S+)`).exec(kubeconfig)?.[1];
    if (encoded === undefined) throw new Error(`the kubeconfig has no ${name}-data`);
    return Buffer.from(encoded, "base64").toString();
  };
  const admin = { cert: value("client-certificate"), key: value("client-key") };
  return { caCertificate: value("certificate-authority"), admin };
}

/**
 * The processes of etcd and kube-apiserver that have their files in a folder. Linux only.
 * @param {string} folder
 */
function processesIn(folder) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const [program = "", ...args] = commandOf(pid);
      return /\/(etcd|kube-apiserver)$/.test(program) && args.some((arg) => arg.includes(folder));
    })
    .map(Number);
}

/** @param {string} pid */
function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    // It ended meanwhile.
    return [];
  }
}
