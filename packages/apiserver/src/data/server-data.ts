import { readDataText } from "./data-file.ts";

/** Which checks each health endpoint of the reference makes, in order. */
export interface RecordedHealthChecks {
  readonly healthz: readonly string[];
  readonly livez: readonly string[];
  readonly readyz: readonly string[];
}

/** Reads the names of the health checks. */
export function readHealthChecks(): RecordedHealthChecks {
  return JSON.parse(readDataText("health-checks.json")) as RecordedHealthChecks;
}

/** What `/version` answers; `gitCommit`, `goVersion` and `platform`, which depend on the build, are empty. */
export function readVersion(): Readonly<Record<string, string>> {
  return JSON.parse(readDataText("version.json")) as Record<string, string>;
}
