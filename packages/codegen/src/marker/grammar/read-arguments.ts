import type { ArgumentValue, MarkerDefinition } from "../marker.ts";
import { nearestName } from "../nearest-name.ts";
import { ArgumentReader } from "./argument-reader.ts";
import { parseGoFloat, parseGoInteger } from "./go-literal.ts";
import { MarkerScanner } from "./marker-scanner.ts";
import { MarkerSyntaxError } from "./marker-syntax-error.ts";
import { splitMarker } from "./split-marker.ts";

/** The arguments of a marker, and what about them is legal but surely not meant. */
export interface ReadArguments {
  readonly args: Readonly<Record<string, ArgumentValue>>;
  /** Names given twice; the last value counts. */
  readonly repeated: readonly string[];
  /** Where the end of a bare string was cut off; an offset in the marker's text. */
  readonly cutAt?: number | undefined;
}

/** Reads the arguments that a marker's text gives; throws a MarkerSyntaxError whose offset is one in that text. */
export function readArguments(definition: MarkerDefinition, text: string): ReadArguments {
  switch (definition.syntax) {
    case "plain":
      return { args: readPlain(definition, text), repeated: [] };
    case "json":
      return { args: readJson(definition, text), repeated: [] };
    default:
      return readList(definition, text);
  }
}

function readList(definition: MarkerDefinition, text: string): ReadArguments {
  const names = Object.keys(definition.args);
  const isAnonymous = names.length === 1 && names[0] === "";
  const { wholeName, shortName, rest, restOffset, hasValue } = splitMarker(text);
  const isNamed = !isAnonymous && names.length > 0 && hasValue && wholeName !== shortName;
  // The first argument's name is the last part of what precedes `=`.
  const start = isNamed ? shortName.length + 1 : restOffset;
  const scanner = new MarkerScanner(isNamed ? text.slice(start) : rest);
  const reader = new ArgumentReader(scanner);
  const args = new Map<string, ArgumentValue>();
  const repeated: string[] = [];
  try {
    if (scanner.peek() !== "") {
      if (isAnonymous) args.set("", reader.read(definition.args[""]!.type));
      else if (names.length > 0) readNamed(definition, scanner, reader, args, repeated);
    }
    const extra = scanner.scan();
    if (extra.kind !== "end") throw extraText(definition, scanner.text.slice(extra.start), extra.start);
  } catch (error) {
    throw error instanceof MarkerSyntaxError ? new MarkerSyntaxError(error.message, start + error.offset) : error;
  }
  requireArguments(definition, args, text.length);
  return {
    args: Object.fromEntries(args),
    repeated,
    cutAt: reader.cutAt === undefined ? undefined : start + reader.cutAt,
  };
}

function readNamed(
  definition: MarkerDefinition,
  scanner: MarkerScanner,
  reader: ArgumentReader,
  args: Map<string, ArgumentValue>,
  repeated: string[],
): void {
  let previous: string | undefined;
  for (;;) {
    const { text: name, start } = reader.expect("identifier", "the name of an argument");
    if (previous !== undefined && isList(definition, previous) && scanner.peekPastSpace() !== "=") {
      throw new MarkerSyntaxError(
        `${name} is not the name of an argument; values of ${previous} are separated by ";"`,
        start,
      );
    }
    reader.expect("=", `"=" after ${name}`);
    const argument = Object.hasOwn(definition.args, name) ? definition.args[name] : undefined;
    if (argument === undefined) throw unknownArgument(definition, name, start);
    if (args.has(name)) repeated.push(name);
    args.set(name, reader.read(argument.type));
    previous = name;
    if (scanner.peek() === "") return;
    reader.expect(",", `"," before the next argument`);
  }
}

function unknownArgument(definition: MarkerDefinition, name: string, offset: number): MarkerSyntaxError {
  const known = Object.keys(definition.args);
  const nearest = nearestName(name, known);
  const hint =
    nearest === undefined
      ? `there ${known.length === 1 ? "is" : "are"} ${known.join(", ")}`
      : `did you mean ${nearest}?`;
  return new MarkerSyntaxError(`there is no argument ${JSON.stringify(name)} (${hint})`, offset);
}

function isList(definition: MarkerDefinition, name: string): boolean {
  return definition.args[name]?.type.type === "list";
}

function extraText(definition: MarkerDefinition, text: string, offset: number): MarkerSyntaxError {
  const extra = JSON.stringify(text);
  const value = definition.args[""];
  if (value === undefined) return new MarkerSyntaxError(`it takes no argument, found ${extra}`, offset);
  const isText = value.type.type === "string" || value.type.type === "any";
  const hint = isText ? "text with separators needs quotes" : "remarks go on a line of their own";
  return new MarkerSyntaxError(
    `there is more than its argument: ${extra} (${isList(definition, "") ? 'values are separated by ";"' : hint})`,
    offset,
  );
}

function requireArguments(definition: MarkerDefinition, args: ReadonlyMap<string, ArgumentValue>, end: number): void {
  const missing = Object.keys(definition.args).filter((name) => !definition.args[name]!.isOptional && !args.has(name));
  if (missing.length === 0) return;
  throw new MarkerSyntaxError(
    missing[0] === ""
      ? "its value is missing"
      : `the ${missing.length === 1 ? "argument" : "arguments"} ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing`,
    end,
  );
}

/** One number, whatever white space surrounds it; in markers of `k8s:`, `#` begins a comment. */
function readPlain(definition: MarkerDefinition, text: string): Record<string, ArgumentValue> {
  const { wholeName, rest, restOffset } = splitMarker(text);
  const value = (wholeName.startsWith("k8s:") ? rest.replace(/#[\s\S]*/, "") : rest).trim();
  const isInteger = definition.args[""]!.type.type === "int";
  const number = isInteger ? parseGoInteger(value) : parseGoFloat(value);
  if (number !== undefined) return { "": number };
  throw new MarkerSyntaxError(
    value === ""
      ? "its value is missing"
      : `expected ${isInteger ? "an integer" : "a number"}, found ${JSON.stringify(value)}`,
    restOffset,
  );
}

/** One value of JSON. `ref(…)`, which names a constant of Go, is no value. */
function readJson(definition: MarkerDefinition, text: string): Record<string, ArgumentValue> {
  const { rest, restOffset } = splitMarker(text);
  const name = Object.keys(definition.args)[0]!;
  if (rest.trim().startsWith("ref(")) return {};
  try {
    return { [name]: JSON.parse(rest) as ArgumentValue };
  } catch {
    throw new MarkerSyntaxError(
      rest.trim() === ""
        ? "its value is missing"
        : `expected JSON, as in "text", 1, true, [1] or {"a": 1}, found ${rest.trim()}`,
      restOffset,
    );
  }
}
