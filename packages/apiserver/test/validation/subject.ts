/** A good object that is changed in many ways, to see what is said of each. */
export interface Subject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: string;
  readonly isNamespaced: boolean;
  /** Tells subjects of a kind apart. */
  readonly name: string;
  /** All but kind and name, which are made. */
  readonly object: Json;
  /** Beside those that are made by rule: for new objects and for changed ones. */
  readonly changes?: readonly Change[];
  /** Only for changed objects. */
  readonly updates?: readonly Change[];
  /** A status to write through the view of that name, and changes of the object with it. */
  readonly views?: Readonly<Record<string, ViewSubject>>;
  /** Paths that rules leave alone: `spec/template`. */
  readonly skipped?: readonly string[];
  /** Whether changes that are made by rule are left out. */
  readonly isByHand?: boolean;
  /** Whether only new objects are looked at. */
  readonly isOnlyCreated?: boolean;
}

export interface ViewSubject {
  readonly object: Json;
  readonly changes?: readonly Change[];
}

export type Json = Readonly<Record<string, unknown>>;

/** Values by path, as in `{ "spec/ports/0/name": "x" }`; keys with slashes have `~1` for them. Undefined removes. */
export type Change = Readonly<Record<string, unknown>>;

/** A copy of an object with values in place. */
export function changed(object: Json, change: Change): Json {
  const copy = structuredClone(object);
  for (const [path, value] of Object.entries(change)) put(copy, path.split("/").map(unescaped), value);
  return copy;
}

/** What a change is called. */
export function changeText(change: Change): string {
  const text = JSON.stringify(change, (_, value) => (value === undefined ? "<none>" : value));
  return text.length > 160 ? `${text.slice(0, 150)}… ${text.length}` : text;
}

function unescaped(part: string): string {
  return part.replaceAll("~1", "/");
}

function put(object: unknown, path: readonly string[], value: unknown): void {
  let at = object as Record<string, unknown>;
  for (const name of path.slice(0, -1)) {
    at[name] ??= {};
    at = at[name] as Record<string, unknown>;
  }
  const last = path.at(-1) as string;
  if (value !== undefined) at[last] = structuredClone(value);
  else if (Array.isArray(at)) at.splice(Number(last), 1);
  else delete at[last];
}
