import type { CodegenOutcome } from "@kubewright/codegen";
import { CommandError } from "../../errors.ts";
import type { CommandHost } from "../../host.ts";

/** What `make generate manifests` would do, and how to tell of it. */
export async function generateAll(host: CommandHost): Promise<{ tell(output: "text" | "json"): void }> {
  const { runCodegen, formatProblem } = await import("@kubewright/codegen");
  const outcomes: CodegenOutcome[] = [];
  for (const purpose of ["generate", "manifests"] as const) {
    outcomes.push(await runCodegen({ purpose, folder: host.folder }));
  }
  const problems = outcomes.flatMap((outcome) => outcome.problems.map(formatProblem));
  if (outcomes.some((outcome) => outcome.problems.some(({ severity }) => severity === "error"))) {
    const list = [...new Set(problems)].map((problem) => `\n  ${problem}`).join("");
    throw new CommandError(
      `the files are there, but code and manifests could not be generated:${list}\nMend it, then run: make generate manifests`,
    );
  }
  return {
    tell(output) {
      if (output === "json") return;
      for (const problem of new Set(problems)) host.messages.write(`${problem}\n`);
    },
  };
}
