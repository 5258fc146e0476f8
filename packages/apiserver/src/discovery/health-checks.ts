import { type RecordedHealthChecks, readHealthChecks } from "../data/server-data.ts";

/** Tells that the server is well: what it checks of itself has the names that the reference's checks have. */
export class HealthChecks {
  #checks: RecordedHealthChecks | undefined;

  /** The paths at which health is told, for the list of paths. */
  paths(): string[] {
    return Object.entries(this.#read()).flatMap(([endpoint, names]: [string, readonly string[]]) => [
      `/${endpoint}`,
      ...names.map((name) => `/${endpoint}/${name}`),
    ]);
  }

  /** What `/healthz`, `/livez`, `/readyz` and the single checks below them say; undefined where there is no such check. */
  text(path: string, query: URLSearchParams): string | undefined {
    const [, endpoint = "", ...rest] = path.split("/");
    if (endpoint !== "healthz" && endpoint !== "livez" && endpoint !== "readyz") return undefined;
    if (rest.length === 0 && !query.has("verbose")) return "ok";
    const names = this.#read()[endpoint];
    if (rest.length > 0) return names.includes(rest.join("/")) ? "ok" : undefined;
    const excluded = new Set(query.getAll("exclude").flatMap((value) => value.split(",")));
    const lines = names.map((name) => `[+]${name} ${excluded.delete(name) ? "excluded: ok" : "ok"}\n`);
    if (excluded.size > 0) {
      const unknown = [...excluded].map((name) => JSON.stringify(name)).join(",");
      lines.push(`warn: some health checks cannot be excluded: no matches for ${unknown}\n`);
    }
    return `${lines.join("")}${endpoint} check passed\n`;
  }

  #read(): RecordedHealthChecks {
    this.#checks ??= readHealthChecks();
    return this.#checks;
  }
}
