import type { Problem, ReportProblem } from "../problem.ts";
import type { RawMarker } from "../source/source-module.ts";
import { describeUnknownMarker } from "./describe-unknown-marker.ts";
import { MarkerSyntaxError } from "./grammar/marker-syntax-error.ts";
import { readArguments } from "./grammar/read-arguments.ts";
import { splitMarker } from "./grammar/split-marker.ts";
import type { Marker, MarkerDefinition, MarkerTarget } from "./marker.ts";
import { findMarkerDefinition } from "./marker-table.ts";

/**
 * The marker that a comment line is on a target.
 *
 * Undefined where it is none: a line that is prose or another tool's marker is passed over in silence, as controller-gen passes over everything
 * it does not know; a misspelt marker, one on the wrong target and one with wrong arguments are reported.
 */
export function parseMarker(
  raw: Pick<RawMarker, "text" | "position">,
  target: MarkerTarget,
  report: ReportProblem,
): Marker | undefined {
  const text = raw.text.trimEnd();
  const tell = (severity: Problem["severity"], message: string, offset = 0): void => {
    const { file, line, column } = raw.position;
    // The position is that of the `+`, which the text is without.
    report({ severity, message, position: { file, line, column: offset === 0 ? column : column + 1 + offset } });
  };
  const definition = findMarkerDefinition(text, target);
  if (definition === undefined) {
    const unknown = describeUnknownMarker(text, target);
    if (unknown !== undefined) tell(unknown.severity, unknown.message);
    return undefined;
  }
  const { position } = raw;
  try {
    requireForm(definition, text);
    const { args, repeated, cutAt } = readArguments(definition, text);
    if (cutAt !== undefined) {
      throw new MarkerSyntaxError(
        "white space before a separator cuts off the word before it; remove the space, or put quotes around the text",
        cutAt,
      );
    }
    for (const name of repeated) tell("warning", `+${definition.name}: ${name} is given twice; the last value counts`);
    return { definition, args, position };
  } catch (error) {
    if (!(error instanceof MarkerSyntaxError)) throw error;
    if (definition.ignored !== undefined) return { definition, args: {}, position };
    tell("error", `+${definition.name}: ${error.message}; write it as in ${exampleOf(definition)}`, error.offset);
    return undefined;
  }
}

/** Refuses names where a value has none, and a value where arguments have names. */
function requireForm(definition: MarkerDefinition, text: string): void {
  const { wholeName, hasValue } = splitMarker(text);
  const isAnonymous = Object.hasOwn(definition.args, "");
  if (wholeName !== definition.name && (isAnonymous || definition.syntax !== undefined)) {
    const extra = wholeName.slice(definition.name.length + 1);
    // `name:=value` is `name=value`.
    if (extra !== "")
      throw new MarkerSyntaxError(`its value has no name, found ${JSON.stringify(extra)}`, definition.name.length + 1);
  }
  const isNamed = !isAnonymous && definition.syntax === undefined && Object.keys(definition.args).length > 0;
  if (isNamed && hasValue && wholeName === definition.name) {
    throw new MarkerSyntaxError("its arguments have names", wholeName.length);
  }
}

/** The line of a definition's example that is that marker. */
export function exampleOf({ name, example }: MarkerDefinition): string {
  const lines = example.split("\n");
  return (
    lines.find((line) => splitMarker(line.slice(1)).wholeName === name) ??
    lines.find((line) => line.startsWith(`+${name}`)) ??
    example
  );
}
