/** One flag that a program takes. */
export type FlagDefinition = StringFlag | NumberFlag | BooleanFlag;

interface FlagText {
  /** What it is for, as `--help` shows it. */
  readonly description: string;
  /** What `--help` shows in place of a value: `FILE`. @default the type */
  readonly placeholder?: string;
}

export interface StringFlag extends FlagText {
  readonly type: "string";
  /** @default undefined */
  readonly default?: string;
  /** The only values that there are. @default any text */
  readonly choices?: readonly string[];
}

export interface NumberFlag extends FlagText {
  readonly type: "number";
  /** @default undefined */
  readonly default?: number;
}

export interface BooleanFlag extends FlagText {
  readonly type: "boolean";
  /** @default false */
  readonly default?: boolean;
}

/** Flags by their names, which are without dashes in front: `{ "max-size": { type: "number", description: "…" } }`. */
export type FlagDefinitions = Readonly<Record<string, FlagDefinition>>;

/** What each flag says; undefined for texts and numbers that nobody gave and that have no default. */
export type FlagValues<F extends FlagDefinitions> = { readonly [Name in keyof F]: FlagValue<F[Name]> };

type FlagValue<D extends FlagDefinition> = D extends BooleanFlag
  ? boolean
  : GivenValue<D> | (D extends { readonly default: string | number } ? never : undefined);

type GivenValue<D extends FlagDefinition> = D extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : D extends NumberFlag
    ? number
    : string;
