import { badRequestError } from "@kubewright/api";
import { duplicateFields } from "../../codec/body-details.ts";
import { BodyError } from "../../codec/decode-error.ts";
import { type BodyFormat, parseBody } from "../../codec/parse-body.ts";

/** A patch as it was read. */
export interface ReadPatch {
  readonly value: unknown;
  /** `duplicate field "spec.x"`. */
  readonly problems: readonly string[];
}

/** What a decoder says before what is wrong with the text. */
const decoderPrefix = "couldn't get version/kind; json parse error: ";

/** The value of a patch's text. Throws the 400 StatusError, which begins with `prefix`, for text that is not in the format. */
export function readPatch(text: string, format: BodyFormat, prefix: string): ReadPatch {
  try {
    const value = parseBody(Buffer.from(text), format);
    return { value, problems: duplicateFields(value) };
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    const problem = error.message.startsWith(decoderPrefix) ? error.message.slice(decoderPrefix.length) : error.message;
    throw badRequestError(`${prefix}${problem}`);
  }
}
