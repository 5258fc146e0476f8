import type { ReferenceReader } from "./reference-reader.ts";

/** The names of the checks that each health endpoint makes, in order. */
export async function recordHealth(reader: ReferenceReader): Promise<Record<string, string[]>> {
  const checks: Record<string, string[]> = {};
  for (const endpoint of ["healthz", "livez", "readyz"]) {
    const text = await reader.text(`/${endpoint}?verbose`, "*/*");
    checks[endpoint] = [...text.matchAll(/^\[[+-]\](\S+)/gm)].map((match) => match[1]!);
  }
  return checks;
}

/** What `/version` says, without what depends on who built the server and where. */
export async function recordVersion(reader: ReferenceReader): Promise<Record<string, string>> {
  const version = await reader.json<Record<string, string>>("/version");
  return { ...version, gitCommit: "", goVersion: "", platform: "" };
}
