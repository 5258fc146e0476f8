import { badRequestError } from "@kubewright/api";
import { compareBytes, quote, quoteListSyntax } from "@kubewright/api/server";
import type { User } from "../user.ts";

const extraPrefix = "impersonate-extra-";

/** Headers by lower-case names; values of one name in a list, or joined with `, `. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whom the headers of a request name: the one its sender wants to be. Undefined for a request that names nobody. */
export function wantedUserOf(headers: RequestHeaders): User | undefined {
  const wanted: User = {
    name: valuesOf(headers["impersonate-user"])[0] ?? "",
    uid: valuesOf(headers["impersonate-uid"])[0] ?? "",
    groups: valuesOf(headers["impersonate-group"]),
    extra: extraOf(headers),
  };
  if (wanted.name !== "") return wanted;
  if (wanted.uid === "" && wanted.groups.length === 0 && Object.keys(wanted.extra).length === 0) return undefined;
  throw badRequestError(`requested ${describe(wanted)} without impersonating a user name`);
}

function extraOf(headers: RequestHeaders): Record<string, string[]> {
  const extra = new Map<string, string[]>();
  for (const [header, value] of Object.entries(headers)) {
    if (!header.startsWith(extraPrefix)) continue;
    const key = unescapeKey(header.slice(extraPrefix.length));
    extra.set(key, [...(extra.get(key) ?? []), ...valuesOf(value)]);
  }
  return Object.fromEntries(extra);
}

function valuesOf(value: string | readonly string[] | undefined): string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? value.split(", ") : [...value];
}

function unescapeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** As the reference prints it, in the syntax of its own language. */
function describe({ name, uid, groups, extra }: User): string {
  const keys = Object.keys(extra).sort(compareBytes);
  const entries = keys.map((key) => `${quote(key)}:${quoteListSyntax(extra[key]!)}`).join(", ");
  const groupText = groups.length === 0 ? "[]string(nil)" : quoteListSyntax(groups);
  const extraText = keys.length === 0 ? "map[string][]string(nil)" : `map[string][]string{${entries}}`;
  return `&user.DefaultInfo{Name:${quote(name)}, UID:${quote(uid)}, Groups:${groupText}, Extra:${extraText}}`;
}
