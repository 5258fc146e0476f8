import { ApiError } from "../../errors.ts";
import { parsePattern } from "./parse-pattern.ts";
import type { Assertion, CharacterSet, PatternNode } from "./pattern-node.ts";

/** A step of the machine. Steps are referred to by their place in the program. */
type Step =
  | { readonly op: "character"; readonly set: CharacterSet; readonly next: number }
  | { readonly op: "assertion"; readonly assertion: Assertion; readonly next: number }
  | { readonly op: "fork"; readonly next: number; other: number }
  | { readonly op: "match" };

/** What the machine may be doing after some characters. */
interface State {
  /** Places of the program, before steps that take no character. */
  readonly places: readonly number[];
  readonly before: CharacterKind;
  /** Where a character of ASCII leads; the last is the end of the text. */
  readonly ascii: (State | Outcome | undefined)[];
  readonly others: Map<number, State | Outcome>;
}

type CharacterKind = "none" | "newline" | "word" | "other";
type Outcome = "match" | "no match";

const endOfText = 128;
const maxSteps = 200_000;
const maxStates = 1000;
/** How many characters beyond ASCII a state remembers. */
const maxOthers = 256;
const maxWork = 20_000_000;

/**
 * A pattern in the syntax of Go (RE2), which says of any text whether a part of it matches.
 *
 * Takes time in proportion to the text, whatever the pattern, because it never goes back; what it learns of the pattern is kept for later
 * texts. A pattern of more than 200 000 steps is refused, and a text on which one match would take more than 20 million steps does not match.
 */
export class Pattern {
  readonly #program: readonly Step[];
  readonly #start: number;
  #states = new Map<string, State>();

  /** Throws ApiError `INVALID_PATTERN` with the server's words when the pattern is not one of Go's. */
  constructor(source: string) {
    const compiler = new PatternCompiler(source);
    this.#start = compiler.compile(parsePattern(source));
    this.#program = compiler.program;
  }

  matches(text: string): boolean {
    let work = maxWork;
    let state = this.#stateOf([], "none");
    for (let index = 0; index <= text.length; index++) {
      const code = index === text.length ? -1 : text.codePointAt(index)!;
      if (code > 0xffff) index++;
      const slot = code === -1 ? endOfText : code;
      let next = slot <= endOfText && code < 128 ? state.ascii[slot] : state.others.get(code);
      if (next === undefined) {
        const visited = new Set<number>();
        next = this.#advance(state, code, visited);
        work -= visited.size;
        if (work < 0) return false;
        if (code < 128) state.ascii[slot] = next;
        else if (state.others.size < maxOthers) state.others.set(code, next);
      }
      if (typeof next === "string") return next === "match";
      state = next;
    }
    return false;
  }

  /** Where `code`, or the end of the text if it is -1, leads from a state. A match may begin at every character. */
  #advance(state: State, code: number, visited: Set<number>): State | Outcome {
    const after = kindOf(code);
    const places: number[] = [];
    const waiting = [...state.places, this.#start];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      if (visited.has(place)) continue;
      visited.add(place);
      const step = this.#program[place]!;
      if (step.op === "match") return "match";
      if (step.op === "fork") waiting.push(step.next, step.other);
      else if (step.op === "assertion") {
        if (holds(step.assertion, state.before, after)) waiting.push(step.next);
      } else if (code !== -1 && step.set(code)) places.push(step.next);
    }
    if (code === -1) return "no match";
    return this.#stateOf(
      [...new Set(places)].sort((a, b) => a - b),
      after,
    );
  }

  #stateOf(places: readonly number[], before: CharacterKind): State {
    const key = `${before} ${places.join()}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    // Dropping what was learned bounds the memory of patterns with very many states.
    if (this.#states.size >= maxStates) this.#states = new Map();
    const state: State = { places, before, ascii: [], others: new Map() };
    this.#states.set(key, state);
    return state;
  }
}

/** Makes the program from its end to its start. */
class PatternCompiler {
  readonly program: Step[] = [{ op: "match" }];
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** Adds the steps of a node, after which the machine is at `next`, and gives the place of the first. */
  compile(node: PatternNode, next = 0): number {
    switch (node.kind) {
      case "empty":
        return next;
      case "character":
        return this.#add({ op: "character", set: node.set, next });
      case "assertion":
        return this.#add({ op: "assertion", assertion: node.assertion, next });
      case "sequence":
        return node.parts.reduceRight((place, part) => this.compile(part, place), next);
      case "choice":
        return node.parts
          .map((part) => this.compile(part, next))
          .reduceRight((other, place) => this.#add({ op: "fork", next: place, other }));
      case "repeat":
        return this.#repeat(node.part, node.min, node.max, next);
    }
  }

  #repeat(part: PatternNode, min: number, max: number, next: number): number {
    let place = next;
    if (max === Number.POSITIVE_INFINITY) {
      const fork: Step = { op: "fork", next, other: next };
      place = this.#add(fork);
      fork.other = this.compile(part, place);
    } else {
      for (let count = min; count < max; count++) {
        place = this.#add({ op: "fork", next, other: this.compile(part, place) });
      }
    }
    for (let count = 0; count < min; count++) place = this.compile(part, place);
    return place;
  }

  #add(step: Step): number {
    if (this.program.length >= maxSteps) {
      throw new ApiError("INVALID_PATTERN", `error parsing regexp: expression too large: \`${this.#source}\``);
    }
    this.program.push(step);
    return this.program.length - 1;
  }
}

function kindOf(code: number): CharacterKind {
  if (code === -1) return "none";
  if (code === 0x0a) return "newline";
  return code < 128 && /\w/.test(String.fromCharCode(code)) ? "word" : "other";
}

function holds(assertion: Assertion, before: CharacterKind, after: CharacterKind): boolean {
  switch (assertion) {
    case "text-start":
      return before === "none";
    case "text-end":
      return after === "none";
    case "line-start":
      return before === "none" || before === "newline";
    case "line-end":
      return after === "none" || after === "newline";
    case "word-edge":
      return (before === "word") !== (after === "word");
    case "no-word-edge":
      return (before === "word") === (after === "word");
  }
}
