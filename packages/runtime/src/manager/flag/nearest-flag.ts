/** What Kubebuilder's operators call it, where that is unlike the name it has here. */
const otherNames: Readonly<Record<string, string>> = { "zap-encoder": "log-format" };

/** Of two names, the least part of all pairs of letters that both have to have. */
const leastLikeness = 0.5;

/** The name that a wrong one was probably meant to be, where there is one like it; the first in case of a tie. */
export function nearestFlag(wrong: string, names: Iterable<string>): string | undefined {
  const plain = wrong.toLowerCase().replaceAll("_", "-");
  const known = [...names];
  const other = Object.hasOwn(otherNames, plain) ? otherNames[plain] : undefined;
  if (other !== undefined && known.includes(other)) return other;
  let nearest: string | undefined;
  let most = 0;
  for (const name of known) {
    const alike = likeness(plain, name.toLowerCase());
    if (alike >= leastLikeness && alike > most) {
      most = alike;
      nearest = name;
    }
  }
  return nearest;
}

/** From 0, for nothing in common, to 1, for the same pairs of letters: a word too many counts little, wherever it is. */
function likeness(left: string, right: string): number {
  const lefts = pairsOf(left);
  const rights = pairsOf(right);
  const all = lefts.length + rights.length;
  let shared = 0;
  for (const pair of lefts) {
    const at = rights.indexOf(pair);
    if (at < 0) continue;
    rights.splice(at, 1);
    shared++;
  }
  return all === 0 ? 0 : (2 * shared) / all;
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
}
