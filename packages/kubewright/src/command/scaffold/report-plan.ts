import type { CommandHost } from "../../host.ts";
import type { PlannedFile, ScaffoldPlan } from "../../scaffold/plan.ts";
import { styleFor } from "../../terminal/style.ts";

export interface ReportOptions {
  readonly isDryRun: boolean;
  readonly output: "text" | "json";
  /** What to do next, a command a line. */
  readonly next: readonly string[];
}

/** Says what was done, or would be. */
export function reportPlan({ files, byHand }: ScaffoldPlan, options: ReportOptions, host: CommandHost): void {
  const { isDryRun, output, next } = options;
  if (output === "json") {
    const summary = {
      dryRun: isDryRun,
      files: files.map(({ path, how }) => ({ path, change: how })),
      byHand: byHand.map(({ path, anchor, lines }) => ({ path, anchor, lines })),
      next,
    };
    host.output.write(`${JSON.stringify(summary)}\n`);
    return;
  }
  const style = styleFor(host.output, host.env);
  const told = files.filter(({ how }) => how !== "unchanged");
  const words = isDryRun ? future : past;
  for (const { path, how } of told) host.output.write(`${style.green(words[how].padEnd(width(words)))} ${path}\n`);
  const unchanged = files.length - told.length;
  if (unchanged > 0) host.output.write(`${unchanged} ${unchanged === 1 ? "file" : "files"} up to date\n`);
  if (files.some(({ how }) => how === "keep")) {
    host.messages.write("What differs from the scaffold was kept as it is; --force overwrites it.\n");
  }
  for (const { path, anchor, lines } of byHand) {
    const wanted = lines.map((line) => `  ${line}\n`).join("");
    host.messages.write(`${path} has no +kubebuilder:scaffold:${anchor}: please add there yourself\n${wanted}`);
  }
  if (isDryRun) host.output.write("Nothing was written: --dry-run.\n");
  else if (next.length > 0) host.output.write(`\nNext:\n${next.map((line) => `  ${line}\n`).join("")}`);
}

type Words = Readonly<Record<PlannedFile["how"], string>>;

const past: Words = {
  create: "created",
  update: "updated",
  overwrite: "overwrote",
  keep: "kept",
  unchanged: "",
};

const future: Words = {
  create: "would create",
  update: "would update",
  overwrite: "would overwrite",
  keep: "would keep",
  unchanged: "",
};

function width(words: Words): number {
  return Math.max(...Object.values(words).map((word) => word.length));
}
