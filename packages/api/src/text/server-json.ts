import { isJsonObject, type JsonObject, setOwnMember } from "../json/own-member.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { compareBytes } from "./byte-text.ts";

const signs: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** JSON text as the server writes it: safe inside HTML. What is escaped can only be inside strings. */
export function escapeHtml(json: string): string {
  return /[<>&\u2028\u2029]/.test(json) ? json.replace(/[<>&\u2028\u2029]/g, (sign) => signs[sign]!) : json;
}

/** The value with the members of its objects in the order of their names, in which the server prints them. */
export function orderMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(orderMembers);
  if (!isJsonObject(value)) return value;
  const ordered: JsonObject = {};
  for (const name of Object.keys(value).sort(compareBytes)) setOwnMember(ordered, name, orderMembers(value[name]));
  return ordered;
}

/** The JSON text of a value as the server writes it: members in the order of their names, and nothing that HTML could misread. */
export function goJson(value: unknown): string {
  return escapeHtml(stringifyJson(orderMembers(value)));
}
