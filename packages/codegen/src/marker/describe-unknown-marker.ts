import type { Problem } from "../problem.ts";
import { splitMarker } from "./grammar/split-marker.ts";
import type { MarkerTarget } from "./marker.ts";
import { findMarkerDefinition, markerDefinitions, targetsOf } from "./marker-table.ts";
import { misspellings, nearestName } from "./nearest-name.ts";
import { isOfOtherTool } from "./table/other-tools.ts";

const places: Readonly<Record<MarkerTarget, string>> = { package: "module", type: "type", field: "field" };

/** What to say of a line that no marker of the target is; undefined for prose and for other tools' markers. */
export function describeUnknownMarker(
  text: string,
  target: MarkerTarget,
): Pick<Problem, "severity" | "message"> | undefined {
  const { wholeName, shortName } = splitMarker(text);
  if (isOfOtherTool(wholeName) || isOfOtherTool(shortName)) return undefined;
  const elsewhere = targetsOf(text);
  if (elsewhere.length > 0) return describeWrongTarget(text, target, elsewhere);

  const trimmed = text.trim();
  const [word = ""] = trimmed.split(/[\s=]/, 1);
  const known = targetsOf(word);
  const isOurs = /^kubebuilder:/i.test(trimmed);
  if (trimmed !== text && (isOurs || known.length > 0)) {
    // `+ name` is no marker for controller-gen either: as prose it is left alone, unless it cannot be prose.
    return isOurs ? { severity: "error", message: `there must be no space between + and ${word}` } : undefined;
  }
  if (known.length > 0 && /^\s/.test(trimmed.slice(word.length))) {
    return {
      severity: isOurs ? "error" : "warning",
      message: `+${word} is followed by text, so it is not read as a marker; put the text on a line of its own`,
    };
  }
  const lone = isOurs ? argumentWithoutValue(word) : undefined;
  if (lone !== undefined) return { severity: "error", message: lone };
  const nearest = nearestMarker(isOurs ? [word, withoutLastPart(word)] : [word], target);
  if (isOurs) {
    const hint = nearest === undefined ? "kubewright manifests -w lists all" : `did you mean +${nearest}?`;
    return { severity: "error", message: `there is no marker +${word}; ${hint}` };
  }
  // Names without `kubebuilder:` are often other tools', so only what is all but equal is taken for a slip.
  const isSlip =
    nearest !== undefined && word.length >= 6 && misspellings(word.toLowerCase(), nearest.toLowerCase(), 2) < 2;
  return isSlip ? { severity: "error", message: `there is no marker +${word}; did you mean +${nearest}?` } : undefined;
}

function describeWrongTarget(
  text: string,
  target: MarkerTarget,
  elsewhere: readonly MarkerTarget[],
): Pick<Problem, "severity" | "message"> | undefined {
  const definition = findMarkerDefinition(text, elsewhere[0]!)!;
  if (definition.ignored !== undefined) return undefined;
  const right = elsewhere.map((place) => `a ${places[place]}`).join(" or ");
  const hint = elsewhere.every((place) => place === "package")
    ? ": put it in a comment that stands alone, with an empty line after it"
    : "";
  return { severity: "error", message: `+${definition.name} belongs on ${right}, not on a ${places[target]}${hint}` };
}

/** Of `kubebuilder:resource:path`, whose last part is the name of an argument. */
function argumentWithoutValue(word: string): string | undefined {
  const marker = withoutLastPart(word);
  const argument = word.slice(marker.length + 1);
  const definition = markerDefinitions.find(({ name, args }) => name === marker && Object.hasOwn(args, argument));
  return definition && `+${marker}: ${argument} has no value; write it as in ${definition.example}`;
}

function nearestMarker(words: readonly string[], target: MarkerTarget): string | undefined {
  const here = new Set(markerDefinitions.filter((definition) => definition.target === target).map(({ name }) => name));
  const all = new Set(markerDefinitions.map(({ name }) => name));
  for (const names of [here, all]) {
    for (const word of words) {
      const nearest = nearestName(word, names);
      if (nearest !== undefined) return nearest;
    }
  }
  return undefined;
}

function withoutLastPart(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(":")));
}
