import { resolve } from "node:path";
import { CommandError, exitCodes } from "../errors.ts";
import type { CommandHost } from "../host.ts";
import { sayWhen } from "../terminal/say-when.ts";
import { buildProject } from "./build-project.ts";
import { buildWithTool, chosenTools, findContainerTool, type MissingTool, pushWithTool } from "./container-tool.ts";
import { type WrittenImage, writeImageArchive } from "./image-archive.ts";
import { type ImageName, parseImageName } from "./image-name.ts";
import { projectLayers } from "./project-layers.ts";

/** The flags of `kubewright image`. */
export interface ImageOptions {
  readonly image: string;
  /** A file, or true for one that is named for the image. */
  readonly archive?: string | true;
  readonly base?: string;
  readonly tool?: string;
  readonly push?: boolean;
  readonly build: boolean;
}

/** What was made. */
export interface MadeImage {
  readonly image: string;
  /** The program that made it; absent where it was written by ourselves. */
  readonly tool?: string;
  readonly isPushed?: boolean;
  readonly archive?: WrittenImage;
}

/** Makes the image of the project in the host's folder, with a tool of the machine or as an archive. */
export async function makeImage(options: ImageOptions, host: CommandHost): Promise<MadeImage> {
  const name = parseImageName(options.image);
  const isPushed = options.push === true;
  if (isPushed && (options.archive !== undefined || options.base !== undefined)) {
    throw new CommandError("an archive cannot be pushed: load it with docker load, and push it with docker push", {
      exitCode: exitCodes.usage,
    });
  }
  if (options.archive === undefined && options.base === undefined) {
    const wanted = options.tool ?? (host.env.CONTAINER_TOOL || undefined);
    const found = await findContainerTool(chosenTools(wanted), host);
    if (found.tool !== undefined) {
      if (options.build) await buildWithTool(found.tool, name.tagged, host.folder, host);
      if (isPushed) await pushWithTool(found.tool, name, host);
      return { image: name.tagged, tool: found.tool, isPushed };
    }
    if (wanted !== undefined || isPushed) throw new CommandError(withoutTool(found, name, wanted, isPushed));
    host.messages.write(`Writing an archive: ${found.why}\n`);
  }
  return { image: name.tagged, archive: await makeArchive({ ...options, name }, host) };
}

/** Why nothing was made, and what can be done. */
function withoutTool(
  { why, isThere }: MissingTool,
  { tagged, registry }: ImageName,
  wanted: string | undefined,
  isPushed: boolean,
): string {
  const fix = isThere ? "start or repair it" : `install ${wanted ?? "one of them"}`;
  const what = isPushed ? `push ${tagged} to ${registry}` : `make ${tagged}`;
  return [
    `cannot ${what}: ${why}; ${fix}. Without such a program:`,
    `  kubewright image --image ${tagged} --archive   # a file to load and push elsewhere; with --base, it has a Node`,
    `  kubewright deploy --image ${tagged}            # straight into a cluster of "kubewright cluster"`,
  ].join("\n");
}

/** Builds the project, and writes its image to a file. */
export async function makeArchive(
  options: Pick<ImageOptions, "archive" | "base" | "build"> & { readonly name: ImageName },
  host: CommandHost,
): Promise<WrittenImage> {
  const { archive, base, build, name } = options;
  const { folder, temporaryFolder } = host;
  const file = resolve(folder, typeof archive === "string" ? archive : `${name.last}.tar`);
  if (build) await buildProject(folder, host);
  const layers = await projectLayers(folder);
  for (const note of layers.notes) host.messages.write(`warning: ${note}\n`);
  const shared = { file, name, layers, temporaryFolder };
  try {
    if (base === undefined) return await sayWhen(`Writing ${file}`, writeImageArchive(shared), host);
    // Only for bases: with it comes the cluster.
    const { withBaseImage } = await import("./base-image.ts");
    const work = withBaseImage(resolve(folder, base), temporaryFolder, (image) =>
      writeImageArchive({ ...shared, base: image }),
    );
    return await sayWhen(`Writing ${file}`, work, host);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`cannot write ${file}: ${(error as Error).message}`, { cause: error });
  }
}
