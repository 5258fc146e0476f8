import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { TestingError } from "../errors.ts";
import type { TestHost } from "../host.ts";

/** The Kubernetes version that decides what is right. */
export const referenceVersion = "1.36.3";

/** What of the host decides where the programs are. */
export type ProgramHost = Pick<TestHost, "env" | "homeDirectory" | "platform" | "architecture">;

/** The folder of the reference programs: `KUBEBUILDER_ASSETS` if it is set, or else where `npm run kube-assets` puts them. */
export function programFolder(host: ProgramHost): string {
  const given = host.env.KUBEBUILDER_ASSETS;
  if (given !== undefined && given !== "") return given;
  return join(
    cacheFolder(host),
    "kubewright",
    "kube-assets",
    `v${referenceVersion}-${host.platform}-${host.architecture}`,
  );
}

/** The path of each program in `folder`. Rejects with TestingError `PROGRAM_MISSING` when one is not there or not executable. */
export async function findPrograms<Name extends string>(
  folder: string,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const paths = {} as Record<Name, string>;
  for (const name of names) {
    const path = join(folder, name);
    try {
      await access(path, constants.X_OK);
    } catch (cause) {
      const isThere = (cause as NodeJS.ErrnoException).code !== "ENOENT";
      throw new TestingError(
        "PROGRAM_MISSING",
        `${name} for Kubernetes ${referenceVersion}: ${path} ${isThere ? "cannot be executed" : "does not exist"}. ` +
          `Set KUBEBUILDER_ASSETS to a folder that has ${names.join(" and ")}, such as setup-envtest makes; ` +
          "in a clone of Kubewright, `npm run kube-assets` builds them.",
        { cause },
      );
    }
    paths[name] = path;
  }
  return paths;
}

function cacheFolder(host: ProgramHost): string {
  const given = host.env.XDG_CACHE_HOME;
  // The XDG specification has relative paths ignored.
  if (given !== undefined && isAbsolute(given)) return given;
  return host.platform === "darwin"
    ? join(host.homeDirectory, "Library", "Caches")
    : join(host.homeDirectory, ".cache");
}
