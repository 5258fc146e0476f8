import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { TypedFlow, TypedLine, TypedPlace } from "./typed-flow.ts";
import { type Printed, TypedShell } from "./typed-shell.ts";

/** The folder that all flows make for their project. */
export const projectFolder = "memcached-operator";
const untilMs = 120_000;

/** Types a flow, line by line. Rejects at the first line that does not lead to what it should, with all that was typed before. */
export async function runTypedFlow({ steps }: TypedFlow, place: TypedPlace): Promise<void> {
  const project = join(place.folder, projectFolder);
  const seen: string[] = [];
  await using shell = new TypedShell(place.folder, place.env);
  for (const step of steps) {
    if ("packages" in step) await place.installPackages(project);
    else if ("image" in step) await place.bringImage?.(step.image, project);
    else if ("write" in step) {
      for (const [path, text] of Object.entries(step.write)) {
        await mkdir(dirname(join(project, path)), { recursive: true });
        await writeFile(join(project, path), text);
      }
    } else {
      const printed = await typeLine(shell, step);
      seen.push(`$ ${step.type}\n${printed.text}`);
      const problem = problemOf(step, printed);
      if (problem !== undefined) throw new Error(`${problem}\n\n${seen.slice(-12).join("\n")}`);
    }
  }
}

async function typeLine(shell: TypedShell, line: TypedLine): Promise<Printed> {
  const end = performance.now() + untilMs;
  for (;;) {
    const printed = await shell.type(line.type);
    if (line.until !== true || problemOf(line, printed) === undefined || performance.now() > end) return printed;
    await wait(200);
  }
}

function problemOf({ type, prints = [], code = 0 }: TypedLine, printed: Printed): string | undefined {
  if (printed.code !== code) return `$ ${type}: ended with ${printed.code} in place of ${code}`;
  const missing = prints.find((text) =>
    typeof text === "string" ? !printed.text.includes(text) : !text.test(printed.text),
  );
  return missing === undefined ? undefined : `$ ${type}: did not print ${missing}`;
}
