import { isInvalid } from "@kubewright/api";
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions/v1";
import { ApiClient, intercept, reportWarnings, type Transport } from "@kubewright/client";
import { parse } from "yaml";
import { corpusCases, recordedFiles } from "./corpus-cases.ts";

/** The CRDs of all pairs, by the path of their file. */
export function recordedDefinitions(): Map<string, CustomResourceDefinition> {
  return new Map(
    corpusCases().flatMap((one) =>
      [...recordedFiles(one)]
        .filter(([, text]) => /^kind: CustomResourceDefinition$/m.test(text))
        .map(([name, text]) => [`${one.name}/${name}`, parse(text) as CustomResourceDefinition] as const),
    ),
  );
}

/** What a server says against CRDs, refusals and warnings, without keeping them. */
export async function objectionsTo(
  definitions: ReadonlyMap<string, CustomResourceDefinition>,
  transport: Transport,
): Promise<string[]> {
  const objections: string[] = [];
  for (const [name, definition] of definitions) {
    const warned = reportWarnings(({ text }) => objections.push(`${name}: Warning: ${text}`));
    const client = new ApiClient({ transport: intercept(transport, [warned]) });
    try {
      await client.create(definition, { dryRun: true });
    } catch (error) {
      if (!isInvalid(error)) throw error;
      objections.push(`${name}: ${(error as Error).message}`);
    }
  }
  return objections;
}
