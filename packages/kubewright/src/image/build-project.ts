import { delimiter, dirname, join } from "node:path";
import { CommandError } from "../errors.ts";
import type { CommandHost } from "../host.ts";
import { runProgram } from "../terminal/run-program.ts";
import { sayWhen } from "../terminal/say-when.ts";
import { readManifest } from "./production-packages.ts";

/**
 * Runs the `build` script of a project, as npm does. Does nothing where there is none.
 *
 * What the script says goes to the messages. Throws CommandError when it fails, or when the folder is no project.
 */
export async function buildProject(folder: string, host: CommandHost): Promise<void> {
  const manifest = await readManifest(folder);
  if (manifest === undefined) {
    throw new CommandError(
      `${folder} is no project: it has no package.json; go to the project's folder, or make one with "kubewright init"`,
    );
  }
  const { scripts = {} } = manifest;
  if (scripts.build === undefined) return;
  const say = (text: string) => host.messages.write(text);
  for (const name of ["prebuild", "build", "postbuild"]) {
    const line = scripts[name];
    if (line === undefined) continue;
    const work = runProgram(line, [], {
      folder,
      env: { ...host.env, PATH: [...programFolders(folder), host.env.PATH ?? ""].join(delimiter) },
      signal: host.interrupted,
      onOutput: say,
      onError: say,
      isShell: true,
      clock: host.clock,
    });
    const { code, signal } = await sayWhen(`Building: ${line}`, work, host);
    if (code === 0) continue;
    // The build ended because it was told to.
    if (host.interrupted.aborted) throw new CommandError("interrupted while building");
    const how = signal === null ? `ended with ${code}` : `was ended by ${signal}`;
    const isMissing = code === 127 ? `; run "npm install" in ${folder} if a program is missing` : "";
    throw new CommandError(`the build failed: "${line}" (script ${name} of package.json) ${how}${isMissing}`);
  }
}

/** Where npm finds programs of packages. */
function programFolders(folder: string): string[] {
  const above = [join(folder, "node_modules", ".bin")];
  for (let at = folder; at !== dirname(at); ) {
    at = dirname(at);
    above.push(join(at, "node_modules", ".bin"));
  }
  return above;
}
