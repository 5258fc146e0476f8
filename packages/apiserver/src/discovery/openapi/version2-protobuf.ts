import { stringify } from "yaml";
import { ProtobufWriter } from "./protobuf-writer.ts";
import { type Member, type MessageName, recordShapes } from "./version2-message.ts";

type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI 2 document as the protobuf message that kubectl and client-go read. */
export function version2Protobuf(document: object): Uint8Array {
  const encoder = new Encoder();
  encoder.write("document", document);
  return encoder.writer.finish();
}

class Encoder {
  readonly writer = new ProtobufWriter();
  /** YAML by JSON: few values come again and again. */
  readonly #yaml = new Map<string, string>();

  write(name: MessageName, value: unknown): void {
    const shape = recordShapes[name];
    if (shape === undefined) {
      otherMessages[name]?.(this, value as Json);
      return;
    }
    const members = value as Json;
    for (const [member, number, kind] of shape.fields) {
      const item = members[member];
      if (item !== undefined) this.member(number, kind, item);
    }
    if (shape.extension !== undefined) this.extensions(shape.extension, members);
  }

  member(number: number, kind: Member, value: unknown): void {
    if (typeof kind !== "object") this.#plain(number, kind, value);
    else if ("message" in kind) this.message(number, kind.message, value);
    else for (const item of value as unknown[]) this.message(number, kind.messages, item);
  }

  #plain(number: number, kind: Member & string, value: unknown): void {
    if (kind === "any") this.any(number, value);
    else if (kind === "anys") for (const item of value as unknown[]) this.any(number, item);
    else if (kind === "texts") for (const item of value as string[]) this.writer.text(number, item);
    // What is zero is left out.
    else if (value === "" || value === 0 || value === false) return;
    else if (kind === "text") this.writer.text(number, value as string);
    else if (kind === "truth") this.writer.truth(number, value as boolean);
    else if (kind === "integer") this.writer.integer(number, value as number);
    else this.writer.double(number, value as number);
  }

  message(number: number, name: MessageName, value: unknown): void {
    this.writer.message(number, () => this.write(name, value));
  }

  any(number: number, value: unknown): void {
    this.writer.message(number, () => this.writer.text(2, this.#yamlOf(value)));
  }

  extensions(number: number, members: Json): void {
    for (const [name, value] of Object.entries(members)) {
      if (name.startsWith("x-")) this.#named(number, name, () => this.any(2, value));
    }
  }

  /** Every member as a pair of its name and what `writeValue` writes into field 2. */
  pairs(number: number, members: Json, writeValue: (value: unknown) => void): void {
    for (const [name, value] of Object.entries(members)) this.#named(number, name, () => writeValue(value));
  }

  /** Every member as a pair of its name and a message; `x-` begins the name of one that is none. */
  messagePairs(number: number, members: Json, of: MessageName): void {
    for (const [name, value] of Object.entries(members)) {
      if (!name.startsWith("x-")) this.#named(number, name, () => this.message(2, of, value));
    }
  }

  #named(number: number, name: string, writeValue: () => void): void {
    this.writer.message(number, () => {
      if (name !== "") this.writer.text(1, name);
      writeValue();
    });
  }

  #yamlOf(value: unknown): string {
    const json = JSON.stringify(value);
    let text = this.#yaml.get(json);
    if (text === undefined) {
      const singleQuote = typeof value === "string" && /^[*&!%@`]/.test(value);
      text = stringify(value, { lineWidth: 0, singleQuote });
      this.#yaml.set(json, text);
    }
    return text;
  }
}

/** Messages that stand for a map, or for one of several things. */
const otherMessages: Partial<Record<MessageName, (to: Encoder, value: Json) => void>> = {
  paths(to, value) {
    to.extensions(1, value);
    to.messagePairs(2, value, "pathItem");
  },
  responses(to, value) {
    to.messagePairs(1, value, "responseValue");
    to.extensions(2, value);
  },
  schemas: (to, value) => to.pairs(1, value, (schema) => to.message(2, "schema", schema)),
  headers: (to, value) => to.messagePairs(1, value, "header"),
  responseDefinitions: (to, value) => to.messagePairs(1, value, "response"),
  parameterDefinitions: (to, value) =>
    to.pairs(1, value, (item) => to.writer.message(2, () => writeParameter(to, item as Json))),
  parametersItem(to, value) {
    if (!writesReference(to, value)) to.writer.message(1, () => writeParameter(to, value));
  },
  responseValue(to, value) {
    if (!writesReference(to, value)) to.message(1, "response", value);
  },
  schemaItem: (to, value) => to.message(1, "schema", value),
  items: (to, value) => to.member(1, { messages: "schema" }, Array.isArray(value) ? value : [value]),
  additionalProperties(to, value: unknown) {
    if (typeof value === "boolean") to.writer.truth(2, value);
    else to.message(1, "schema", value);
  },
  type: (to, value: unknown) => to.member(1, "texts", Array.isArray(value) ? value : [value]),
  examples: (to, value) => to.pairs(1, value, (item) => to.any(2, item)),
  securityDefinitions: (to, value) =>
    to.pairs(1, value, (item) => to.writer.message(2, () => to.message(2, "apiKey", item))),
  securityRequirement: (to, value) =>
    to.pairs(1, value, (scopes) => to.writer.message(2, () => to.member(1, "texts", scopes))),
};

/** Where parameters go, and so how they are written. */
const places: ReadonlyMap<unknown, readonly [number: number, name: MessageName]> = new Map([
  ["header", [1, "headerParameter"]],
  ["formData", [2, "formParameter"]],
  ["query", [3, "queryParameter"]],
  ["path", [4, "pathParameter"]],
]);

function writeParameter(to: Encoder, value: Json): void {
  const place = places.get(value.in);
  if (place === undefined) to.message(1, "bodyParameter", value);
  else to.writer.message(2, () => to.message(...place, value));
}

/** Whether the value is a reference, which is written then. */
function writesReference(to: Encoder, value: Json): boolean {
  const { $ref, description = "" } = value;
  if (typeof $ref !== "string") return false;
  to.writer.message(2, () => {
    to.writer.text(1, $ref);
    to.member(2, "text", description);
  });
  return true;
}
