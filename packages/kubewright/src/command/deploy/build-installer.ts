import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Command } from "commander";
import { CommandError } from "../../errors.ts";
import type { CommandHost } from "../../host.ts";
import { whyUnwritable } from "../../terminal/why-unwritable.ts";

interface BuildInstallerOptions {
  readonly image?: string;
  readonly filename: string;
  /** `-` for the standard output. */
  readonly output: string;
}

/** `kubewright build-installer`: one file with all that a cluster needs. */
export function buildInstallerCommand(host: CommandHost): Command {
  return new Command("build-installer")
    .description("write one file with all that a cluster needs to run the operator")
    .option("--image <name>", "the operator's image (default: the one that the config has)")
    .option("-f, --filename <path>", "what to use: a folder with a kustomization", "config/default")
    .option("-o, --output <file>", "where to write; - for the standard output", "dist/install.yaml")
    .addHelpText(
      "after",
      `
The file is what "kustomize build config/default" prints, with the image in its place; no kustomize is needed. Run "kubewright manifests" before,
so that CRDs and roles are those of your types. Others install the operator with: kubectl apply -f dist/install.yaml

Examples:
  kubewright build-installer --image example.com/operator:v1
  kubewright build-installer --image example.com/operator:v1 --output - | kubectl diff -f -`,
    )
    .action((options: BuildInstallerOptions) => buildInstaller(options, host));
}

async function buildInstaller({ image, filename, output }: BuildInstallerOptions, host: CommandHost): Promise<void> {
  const { readManifests } = await import("../../deploy/read-manifests.ts");
  const { withManagerImage } = await import("../../deploy/manager-image.ts");
  const { manifestText } = await import("../../kustomize/manifest-text.ts");
  if (image !== undefined && !/^[^\s"']+$/.test(image)) {
    throw new CommandError(`${JSON.stringify(image)} is no name of an image, such as example.com/operator:v1`);
  }
  const hint = 'run this in the folder of your project, or name the folder with "--filename"';
  const warn = (text: string) => host.messages.write(`${text}\n`);
  const objects = await readManifests(resolve(host.folder, filename), { hint, warn }).catch(explainMissing);
  const text = manifestText(image === undefined ? objects : withManagerImage(objects, image));
  if (output === "-") {
    host.output.write(text);
    return;
  }
  const path = resolve(host.folder, output);
  const count = `${objects.length} object${objects.length === 1 ? "" : "s"}`;
  const before = await readFile(path, "utf8").catch(() => undefined);
  if (before === text) {
    host.output.write(`${output} is up to date: ${count}\n`);
    return;
  }
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    throw new CommandError(`cannot write ${path}: ${whyUnwritable(error, dirname(path))}`, { cause: error });
  }
  host.output.write(`${before === undefined ? "wrote" : "updated"} ${output}: ${count}\n`);
}

/** What `manifests` writes is not there in a fresh project. */
function explainMissing(error: unknown): never {
  const isGenerated = error instanceof CommandError && /names (?:role\.yaml|bases\/\S+), but/.test(error.message);
  if (!isGenerated) throw error;
  throw new CommandError(`${error.message}; "kubewright manifests" writes it`, { cause: error });
}
