/** A part of a pattern. Whether it is greedy does not matter, since only whether a text matches is asked. */
export type PatternNode =
  | { readonly kind: "empty" }
  | { readonly kind: "character"; readonly set: CharacterSet }
  | { readonly kind: "assertion"; readonly assertion: Assertion }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly part: PatternNode; readonly min: number; readonly max: number };

/** What must hold between two characters. */
export type Assertion = "text-start" | "text-end" | "line-start" | "line-end" | "word-edge" | "no-word-edge";

/** Whether a code point is in a set. */
export type CharacterSet = (code: number) => boolean;

/** The set of one character, and of its other cases when case does not matter. */
export function oneCharacter(code: number, ignoresCase: boolean): CharacterSet {
  const character = String.fromCodePoint(code);
  if (!ignoresCase || !/\p{L}|\p{M}|\p{N}|\p{S}/u.test(character)) return (other) => other === code;
  return characterClass(`[\\u{${code.toString(16)}}]`, true);
}

/** The set that a class of a JavaScript expression stands for. */
export function characterClass(source: string, ignoresCase: boolean): CharacterSet {
  const expression = new RegExp(`^${source}$`, ignoresCase ? "iu" : "u");
  return (code) => expression.test(String.fromCodePoint(code));
}
