import { unsupportedMediaTypeError } from "./negotiate.ts";

/** How the body of a request is written. */
export type BodyFormat = "json" | "yaml" | "protobuf";

/** The format that a `Content-Type` names; JSON when there is none. Throws the 415 StatusError. */
export function bodyFormatOf(contentType: string | undefined): BodyFormat {
  if (contentType === undefined || contentType === "" || contentType === "application/json") return "json";
  const match = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*(?:;(.*))?$/s.exec(contentType);
  const format = bodyFormats.get(match?.[1]?.toLowerCase() ?? "");
  if (format === undefined || !areParameters(match?.[2])) throw unsupportedMediaTypeError();
  return format;
}

const bodyFormats: ReadonlyMap<string, BodyFormat> = new Map([
  ["application/json", "json"],
  ["application/yaml", "yaml"],
  ["application/vnd.kubernetes.protobuf", "protobuf"],
]);

function areParameters(text: string | undefined): boolean {
  if (text === undefined || text.trim() === "") return true;
  return /^\s*[^\s=;]+\s*=\s*("([^"\\]|\\.)*"|[^\s";]+)\s*(;|$)/s.test(text);
}
