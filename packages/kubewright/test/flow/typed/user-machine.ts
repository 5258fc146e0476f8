import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findPrograms, programFolder, systemTestHost } from "@kubewright/testing";
import type { TypedPlace } from "./typed-flow.ts";

const repository = fileURLToPath(new URL("../../../../../", import.meta.url));

/** A user's machine: an empty folder, and the programs that they have installed, `kubewright` and `kubectl` among them. */
export class UserMachine implements AsyncDisposable, Omit<TypedPlace, "bringImage"> {
  readonly folder: string;
  readonly env: TypedPlace["env"];
  readonly #root: string;

  private constructor(root: string, kubeconfig: string) {
    this.#root = root;
    this.folder = join(root, "home");
    const { HOME, TMPDIR } = process.env;
    this.env = {
      HOME,
      TMPDIR,
      NO_COLOR: "1",
      PATH: [join(root, "bin"), process.env.PATH ?? ""].join(delimiter),
      KUBECONFIG: kubeconfig,
      KUBECACHEDIR: join(root, "cache"),
      // A user's operator has port 8081. Here, others may have it.
      ARGS: "-- --health-probe-bind-address=127.0.0.1:0",
    };
  }

  /** One for the cluster of a kubeconfig, which may come later. */
  static async prepare(kubeconfig: string): Promise<UserMachine> {
    const { kubectl } = await findPrograms(programFolder(systemTestHost()), ["kubectl"]);
    const root = await mkdtemp(join(tmpdir(), "kubewright-typed-"));
    for (const folder of ["home", "bin"]) await mkdir(join(root, folder));
    await symlink(kubectl, join(root, "bin/kubectl"));
    await symlink(join(repository, "packages/kubewright/bin/kubewright.mjs"), join(root, "bin/kubewright"));
    return new UserMachine(root, kubeconfig);
  }

  /** The packages of this repository: what npm installs from a registry is tested with packed ones. */
  async installPackages(project: string): Promise<void> {
    await symlink(join(repository, "node_modules"), join(project, "node_modules"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#root, { recursive: true, force: true });
  }
}
