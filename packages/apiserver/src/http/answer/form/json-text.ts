import { stringifyJson } from "@kubewright/api";
import { escapeHtml } from "@kubewright/api/server";
import { endOfString } from "../../../codec/text/inspect-json.ts";

/** The JSON of a value as the server writes it: safe inside HTML. */
export function jsonTextOf(value: unknown): string {
  return escapeHtml(stringifyJson(value));
}

/** JSON text with each member and item in a line of its own, two spaces deeper than what it is in. */
export function indentJson(text: string): string {
  let indented = "";
  let indent = "\n";
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') {
      i = endOfString(text, i);
    } else if (character === ":") {
      indented += `${text.slice(start, i + 1)} `;
      start = i + 1;
    } else if (character === ",") {
      indented += text.slice(start, i + 1) + indent;
      start = i + 1;
    } else if (character === "{" || character === "[") {
      if (text[i + 1] === "}" || text[i + 1] === "]") {
        i++;
        continue;
      }
      indent += "  ";
      indented += text.slice(start, i + 1) + indent;
      start = i + 1;
    } else if (character === "}" || character === "]") {
      indent = indent.slice(0, -2);
      indented += text.slice(start, i) + indent;
      start = i;
    }
  }
  return indented + text.slice(start);
}
