import { delimiter, join, resolve } from "node:path";
import { isMissingFile, readTextFile } from "../credential/read-text-file.ts";
import { ClientError } from "../errors.ts";
import { type Host, systemHost } from "../host.ts";
import { Kubeconfig } from "./kubeconfig.ts";
import { parseKubeconfig } from "./parse-kubeconfig.ts";

/** The paths in the variable KUBECONFIG, in order; none when it is not set. */
export function kubeconfigPathsOf(host: Host): string[] {
  const paths = (host.env.KUBECONFIG ?? "").split(delimiter).filter((path) => path !== "");
  return [...new Set(paths)];
}

/** Where a kubeconfig is when nobody says otherwise. */
export function defaultKubeconfigPath(host: Host): string {
  return join(host.homeDirectory, ".kube", "config");
}

/**
 * The kubeconfig in one file, which must exist, or several files merged, of which one must exist; without `paths`, those of
 * KUBECONFIG, else `~/.kube/config`. Of two entries with the same name, the one in the first file counts.
 *
 * Rejects with ClientError `NO_CONFIG` when there is no file, and `INVALID_CONFIG` when one cannot be read or parsed.
 */
export async function loadKubeconfig(
  paths?: string | readonly string[],
  host: Host = systemHost(),
): Promise<Kubeconfig> {
  if (typeof paths === "string") return readKubeconfig(paths);
  const fromEnvironment = kubeconfigPathsOf(host);
  const list = paths ?? (fromEnvironment.length > 0 ? fromEnvironment : [defaultKubeconfigPath(host)]);
  const config = await readExisting(list);
  if (config.files.length > 0) return config;
  throw new ClientError(
    "NO_CONFIG",
    `no kubeconfig: ${list.join(" and ")} ${list.length === 1 ? "does" : "do"} not exist; set KUBECONFIG to a kubeconfig file`,
  );
}

/** Those of the files that exist, merged; empty when none does. */
export async function readExisting(paths: readonly string[]): Promise<Kubeconfig> {
  const configs = await Promise.all(
    paths.map((path) =>
      readKubeconfig(path).catch((error: unknown) => {
        if (isMissingFile(error)) return undefined;
        throw error;
      }),
    ),
  );
  return Kubeconfig.merge(configs.filter((config) => config !== undefined));
}

async function readKubeconfig(path: string): Promise<Kubeconfig> {
  const file = resolve(path);
  const text = await readTextFile(file, {
    code: "INVALID_CONFIG",
    what: "the kubeconfig",
    fix: "name a readable kubeconfig file, in KUBECONFIG or by the option kubeconfig",
  });
  return await parseKubeconfig(text, file);
}
