import { stat } from "node:fs/promises";
import { join } from "node:path";
import { CommandError, exitCodes } from "../errors.ts";
import type { CommandHost } from "../host.ts";
import { type ProgramEnd, runProgram } from "../terminal/run-program.ts";
import type { ImageName } from "./image-name.ts";

/** Programs that build images, in the order in which they are looked for. */
export const containerTools: readonly string[] = ["docker", "podman", "buildah"];

/** A program that builds images, or why there is none. */
export type FoundTool = { readonly tool: string } | MissingTool;

/** Why there is no program that builds images. */
export interface MissingTool {
  readonly tool?: undefined;
  readonly why: string;
  /** One is there, and does not work. */
  readonly isThere: boolean;
}

/** The first of docker, podman and buildah that works: docker needs its daemon, too. */
export async function findContainerTool(candidates: readonly string[], host: CommandHost): Promise<FoundTool> {
  let unusable: string | undefined;
  for (const tool of candidates) {
    const said: string[] = [];
    const end = await run(tool, ["version"], host, (text) => said.push(text)).catch((error: Error) => {
      host.interrupted.throwIfAborted();
      return error;
    });
    if (end === undefined) continue;
    if (!(end instanceof Error) && end.code === 0) return { tool };
    const why = end instanceof Error ? end.message : lastLine(said);
    unusable ??= `${tool} is there but does not work (${why})`;
  }
  return { why: unusable ?? `there is no ${candidates.join(", ")} here`, isThere: unusable !== undefined };
}

/** Builds the image of a folder's Dockerfile. */
export async function buildWithTool(tool: string, image: string, folder: string, host: CommandHost): Promise<void> {
  if ((await stat(join(folder, "Dockerfile")).catch(() => undefined)) === undefined) {
    throw new CommandError(
      `${folder} has no Dockerfile for ${tool}: add one, or --archive to make the image without ${tool}`,
    );
  }
  await must(tool, ["build", "--tag", image, "."], folder, host, "--archive makes an image without it");
}

/** Sends an image to its registry. */
export async function pushWithTool(tool: string, { tagged, registry }: ImageName, host: CommandHost): Promise<void> {
  const hint = `${tagged} did not come to the registry ${registry}; see that the image is there, and that the registry runs, can be reached from here and lets you in ("${tool} login ${registry}"), or name another one before the image, as in --image example.com/${tagged.slice(tagged.lastIndexOf("/") + 1)}`;
  await must(tool, ["push", tagged], host.folder, host, hint);
}

/** The tool that a user chose. */
export function chosenTools(name: string | undefined): readonly string[] {
  if (name === undefined) return containerTools;
  if (containerTools.includes(name)) return [name];
  throw new CommandError(`${name} is no tool that builds images here: docker, podman and buildah are`, {
    exitCode: exitCodes.usage,
  });
}

async function must(tool: string, args: string[], folder: string, host: CommandHost, hint: string): Promise<void> {
  host.messages.write(`${tool} ${args.join(" ")}\n`);
  const said: string[] = [];
  const end = await run(tool, args, { ...host, folder }, (text) => {
    said.push(text);
    host.messages.write(text);
  });
  if (end?.code === 0) return;
  const code = end?.code == null ? "" : ` with ${end.code}`;
  const last = lastLine(said);
  throw new CommandError(`${tool} ${args[0]} failed${code}${last === "" ? "" : ` (${last})`}: ${hint}`);
}

function lastLine(said: readonly string[]): string {
  return said.join("").trim().split("\n").at(-1) ?? "";
}

/** Undefined if there is no such program. */
async function run(
  tool: string,
  args: readonly string[],
  host: CommandHost,
  say: (text: string) => void,
): Promise<ProgramEnd | undefined> {
  const { folder, env, interrupted: signal, clock } = host;
  try {
    return await runProgram(tool, args, { folder, env, signal, clock, onOutput: say, onError: say });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
