import { badRequestError, type StatusError } from "@kubewright/api";
import { quote } from "@kubewright/api/server";

// Parameters as the reference reads them: the first of several counts.

/** Whether a parameter is set: to anything but `0` and `false`. Undefined when it is absent. */
export function booleanParameter(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name);
  return text === null ? undefined : text !== "0" && text.toLowerCase() !== "false";
}

/** The integer that a parameter says. Undefined when it is absent. Throws the 400 for another text. */
export function integerParameter(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^[-+]?\d+$/.test(text)) throw unreadable("ParseInt", text, "invalid syntax");
  const value = BigInt(text.replace("+", ""));
  if (BigInt.asIntN(64, value) !== value) throw unreadable("ParseInt", text, "value out of range");
  return Number(value);
}

function unreadable(parser: string, text: string, problem: string): StatusError {
  return badRequestError(`strconv.${parser}: parsing ${quote(text)}: ${problem}`);
}
