import { messageOf } from "../../errors.ts";
import type { HealthChecks, HealthReport, HealthResult } from "./health-checks.ts";

/** A status code and a text to answer with. */
export interface HealthAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * Answers requests for health: all checks at the root (`?verbose`, `?exclude=name`), each alone at its name.
 *
 * Why a check failed is told at its own path only.
 */
export class HealthEndpoint {
  readonly #checks: HealthChecks;

  constructor(checks: HealthChecks) {
    this.#checks = checks;
  }

  /** `path` is what follows the endpoint's own: `""`, `/ping`. Never rejects. */
  async answer(path: string, query: URLSearchParams): Promise<HealthAnswer> {
    const name = cleanPath(path);
    if (name !== "") return answerOne(await this.#checks.runOne(name));
    const report = await this.#checks.run({ exclude: query.getAll("exclude") });
    if (report.isHealthy && !query.has("verbose")) return { status: 200, body: "ok" };
    return { status: report.isHealthy ? 200 : 500, body: formatReport(report, this.#checks.name) };
  }
}

function answerOne(result: HealthResult | undefined): HealthAnswer {
  if (result === undefined) return { status: 404, body: "404 page not found\n" };
  if (!("error" in result)) return { status: 200, body: "ok" };
  return { status: 500, body: `internal server error: ${messageOf(result.error)}\n` };
}

function formatReport({ isHealthy, results, unknownExcludes }: HealthReport, name: string): string {
  const lines = results.map((result) => {
    if (result.isExcluded) return `[+]${result.name} excluded: ok`;
    return "error" in result ? `[-]${result.name} failed: reason withheld` : `[+]${result.name} ok`;
  });
  if (unknownExcludes.length > 0) {
    const quoted = unknownExcludes.map((exclude) => JSON.stringify(exclude)).join(",");
    lines.push(`warn: some health checks cannot be excluded: no matches for ${quoted}`);
  }
  return `${lines.join("\n")}\n${name} check ${isHealthy ? "passed" : "failed"}\n`;
}

/** Without slashes at the ends, empty parts, `.` and `..`. */
function cleanPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}
