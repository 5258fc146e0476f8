/**
 * The resource name that Kubernetes guesses for a kind: `Ingress` gives `ingresses`, `NetworkPolicy` `networkpolicies`.
 *
 * A guess: what a server serves may have another name, as `Gateway`, guessed as `gatewaies`, has. Discovery knows.
 */
export function guessPlural(kind: string): string {
  const singular = kind.toLowerCase();
  if (singular === "" || singular.endsWith("endpoints")) return singular;
  if (singular.endsWith("s")) return `${singular}es`;
  if (singular.endsWith("y")) return `${singular.slice(0, -1)}ies`;
  return `${singular}s`;
}
