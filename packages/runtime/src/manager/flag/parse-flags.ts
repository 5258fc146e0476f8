import { describeFlag } from "../../option-origin.ts";
import type { FlagDefinition, FlagDefinitions, FlagValues } from "./flag-definition.ts";
import { FlagError } from "./flag-error.ts";
import { nearestFlag } from "./nearest-flag.ts";

/** As Go's `strconv.ParseBool` reads them. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "T", "true", "TRUE", "True"].map((text) => [text, true] as const),
  ...["0", "f", "F", "false", "FALSE", "False"].map((text) => [text, false] as const),
]);

/**
 * What arguments say, read as Go's `flag` package reads them: `--name=value` and `--name value`, for booleans `--name` and `--name=false`,
 * also with one dash. Of a flag that comes twice, the last one counts.
 *
 * Throws FlagError for what makes no sense, and for `--help`, `-help` and `-h` one with `usage()`.
 */
export function parseFlags<const F extends FlagDefinitions>(
  args: readonly string[],
  definitions: F,
  usage: () => string,
): FlagValues<F> {
  const reader = new FlagReader(args, definitions, usage);
  return Object.fromEntries(reader.read()) as FlagValues<F>;
}

type FlagContent = string | number | boolean | undefined;

class FlagReader {
  readonly #args: readonly string[];
  readonly #definitions: ReadonlyMap<string, FlagDefinition>;
  readonly #usage: () => string;
  readonly #values: Map<string, FlagContent>;
  /** Of the next argument. */
  #at = 0;
  /** The argument before it, if that was a boolean without a value. */
  #bareBoolean: string | undefined;

  constructor(args: readonly string[], definitions: FlagDefinitions, usage: () => string) {
    this.#args = args;
    this.#definitions = new Map(Object.entries(definitions));
    this.#usage = usage;
    this.#values = new Map([...this.#definitions].map(([name, definition]) => [name, defaultOf(definition)]));
  }

  read(): Map<string, FlagContent> {
    while (this.#at < this.#args.length) {
      const arg = this.#args[this.#at++]!;
      if (arg === "--") this.#refuseRest();
      else this.#take(arg);
    }
    return this.#values;
  }

  #take(arg: string): void {
    const flag = splitFlag(arg);
    if (flag === undefined) throw this.#stray(arg);
    const { dashes, name, value } = flag;
    if (isHelp(name)) throw new FlagError(this.#usage(), 0);
    const definition = this.#definitions.get(name);
    if (definition === undefined) throw this.#unknown(dashes, name);
    this.#bareBoolean = definition.type === "boolean" && value === undefined ? `--${name}` : undefined;
    this.#values.set(name, readValue(name, definition, value ?? this.#following(name, definition)));
  }

  #following(name: string, definition: FlagDefinition): string {
    if (definition.type === "boolean") return "true";
    const next = this.#args[this.#at];
    if (next === undefined || this.#isFlag(next)) {
      throw problem(`--${name} has no value`, `write --${name}=${placeholderOf(definition)}`);
    }
    this.#at++;
    return next;
  }

  #isFlag(arg: string): boolean {
    const name = splitFlag(arg)?.name;
    return name !== undefined && (this.#definitions.has(name) || isHelp(name));
  }

  #unknown(dashes: string, name: string): FlagError {
    const nearest = nearestFlag(name, this.#definitions.keys());
    const advice = nearest === undefined ? undefined : `did you mean --${nearest}?`;
    return problem(`there is no flag ${dashes}${printable(name)}`, advice);
  }

  #stray(arg: string): FlagError {
    const flag = this.#bareBoolean;
    const advice = flag !== undefined && booleans.has(arg) ? `write ${flag}=${arg}` : "there are only flags";
    return problem(`the argument ${JSON.stringify(arg)} belongs to no flag`, advice);
  }

  #refuseRest(): void {
    const [first] = this.#args.slice(this.#at);
    if (first !== undefined) throw this.#stray(first);
  }
}

/** What `--help` and errors show in place of a value. */
export function placeholderOf(definition: FlagDefinition): string {
  const { type, placeholder = type } = definition;
  return type === "string" && definition.choices !== undefined ? definition.choices.join("|") : placeholder;
}

/** What a flag says where nobody gives it. */
export function defaultOf(definition: FlagDefinition): FlagContent {
  return definition.default ?? (definition.type === "boolean" ? false : undefined);
}

/** Whether it is the name of the flag that every program has. */
export function isHelp(name: string): boolean {
  return name === "help" || name === "h";
}

function splitFlag(arg: string): { dashes: string; name: string; value: string | undefined } | undefined {
  const match = /^(--?)([^-=][^=]*)(?:=(.*))?$/s.exec(arg);
  return match === null ? undefined : { dashes: match[1]!, name: match[2]!, value: match[3] };
}

function readValue(name: string, definition: FlagDefinition, text: string): FlagContent {
  const given = describeFlag(`--${name}`, text);
  switch (definition.type) {
    case "boolean": {
      const value = booleans.get(text);
      if (value === undefined)
        throw problem(`${given} is neither true nor false`, `write --${name}=true or --${name}=false`);
      return value;
    }
    case "number": {
      const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
      if (!isNumber) throw problem(`${given} is not a number`, `write it like --${name}=${definition.default ?? 5}`);
      return Number(text);
    }
    case "string": {
      const { choices } = definition;
      if (choices !== undefined && !choices.includes(text)) {
        throw problem(`${given} is not possible`, `write --${name}=${placeholderOf(definition)}`);
      }
      return text;
    }
  }
}

/** On one line, whatever it is. */
function printable(text: string): string {
  return /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(text) ? text : JSON.stringify(text);
}

function problem(what: string, advice: string | undefined): FlagError {
  const text = advice === undefined ? what : `${what}; ${advice}`;
  return new FlagError(`${text}${text.endsWith("?") ? "" : ";"} --help shows all flags`);
}
