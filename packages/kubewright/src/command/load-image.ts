import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { ClientError, type Connection, HttpsTransport, loadConnection, systemHost } from "@kubewright/client";
import { imageEndpointPath } from "@kubewright/devcluster";
import { CommandError } from "../errors.ts";
import type { CommandHost } from "../host.ts";
import { sayWhen } from "../terminal/say-when.ts";
import { styleFor } from "../terminal/style.ts";

/** The flags of `kubewright cluster load`. */
export interface LoadOptions {
  readonly kubeconfig?: string;
  readonly output: "text" | "json";
}

/** Has the cluster that runs load an archive, and tells what was in it. */
export async function loadImage(file: string, options: LoadOptions, host: CommandHost): Promise<void> {
  const path = resolve(host.folder, file);
  await checkFile(path);
  const connection = await connectionOf(options, host);
  const loaded = await sayWhen(`Loading ${path}`, askToLoad(connection, path), host);
  if (options.output === "json") {
    host.output.write(`${JSON.stringify(loaded)}\n`);
    return;
  }
  const style = styleFor(host.output, host.env);
  for (const reference of loaded.references) host.output.write(`${style.green("Loaded")} ${reference}\n`);
}

async function checkFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new CommandError(`cannot load ${path}: there is no such file`);
    throw new CommandError(`cannot load ${path}: ${error.message}`, { cause: error });
  });
  if (found.isDirectory()) {
    throw new CommandError(`cannot load ${path}: it is a folder; an archive is one file, as docker save writes it`);
  }
}

async function connectionOf({ kubeconfig }: LoadOptions, host: CommandHost): Promise<Connection> {
  try {
    return await loadConnection({
      ...(kubeconfig !== undefined && { kubeconfig: resolve(host.folder, kubeconfig) }),
      inCluster: false,
      host: { ...systemHost(), env: host.env },
    });
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    throw new CommandError(
      `${error.message}\nStart a cluster with "kubewright cluster", and name the kubeconfig that it tells of with --kubeconfig.`,
      { cause: error },
    );
  }
}

async function askToLoad(connection: Connection, path: string): Promise<{ readonly references: readonly string[] }> {
  const { server } = connection;
  const transport = new HttpsTransport(connection);
  try {
    const { status, body } = await transport.send({
      method: "POST",
      path: imageEndpointPath,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ path }),
    });
    const text = await body.text();
    if (status === 200) return JSON.parse(text) as { references: string[] };
    throw new CommandError(refusalOf(status, text, server, path));
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    const isAway = error.code === "CONNECTION_FAILED";
    throw new CommandError(
      isAway
        ? `no cluster runs at ${server}: start one with "kubewright cluster"`
        : `the cluster at ${server} cannot be asked: ${error.message}`,
      { cause: error },
    );
  } finally {
    await transport.close();
  }
}

function refusalOf(status: number, text: string, server: string, path: string): string {
  const message = messageOf(text);
  if (status === 400 && message !== undefined) return message;
  if (status === 401 || status === 403) {
    return `${server} does not let you load images: it takes an administrator of a cluster of "kubewright cluster"${message === undefined ? "" : ` (${message})`}`;
  }
  if (status === 404 || status === 405) {
    return `${server} is no cluster of "kubewright cluster": load ${path} with the tool of that cluster`;
  }
  return `${server} answered ${status}${message === undefined ? "" : `: ${message}`}`;
}

/** What a Status says. */
function messageOf(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
