import { validateDns1123Label } from "@kubewright/api";
import { describeFlag } from "../../option-origin.ts";
import { FlagError } from "./flag-error.ts";

/**
 * The names in a list like `one,two`, each once; none for the empty text, which means all namespaces.
 *
 * Throws FlagError, which names the source, `--namespace` or `WATCH_NAMESPACE`, for a name that no namespace can have. An empty one
 * is refused, too: what a script left empty must not mean all namespaces.
 */
export function readNamespaces(source: string, text: string): string[] {
  if (text === "") return [];
  const names = text.split(",").map((name) => name.trim());
  const given = describeFlag(source, text);
  const advice = `write it like ${source}=one,two, or ${source}= for all namespaces; --help shows all flags`;
  for (const name of names) {
    if (name === "") throw new FlagError(`${given} has an empty name in its list; ${advice}`);
    const [problem] = validateDns1123Label(name);
    if (problem !== undefined) {
      throw new FlagError(`${given}: ${JSON.stringify(name)} cannot be the name of a namespace: ${problem}; ${advice}`);
    }
  }
  return [...new Set(names)];
}
