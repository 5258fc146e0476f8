import { yamlLibrary } from "../../codec/text/yaml-library.ts";
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
    if (shape === undefined) return this.#writeOther(name, value);
    const members = value as Json;
    for (const [member, number, kind] of shape.fields) {
      const item = members[member];
      if (item !== undefined) this.#member(number, kind, item);
    }
    if (shape.extension !== undefined) this.#extensions(shape.extension, members);
  }

  #member(number: number, kind: Member, value: unknown): void {
    if (typeof kind === "object") {
      if ("message" in kind) return this.#message(number, kind.message, value);
      for (const item of value as unknown[]) this.#message(number, kind.messages, item);
    } else if (kind === "any") this.#any(number, value);
    else if (kind === "anys") for (const item of value as unknown[]) this.#any(number, item);
    else if (kind === "texts") for (const item of value as string[]) this.writer.text(number, item);
    else if (!value)
      return; // What is zero is left out.
    else if (kind === "text") this.writer.text(number, value as string);
    else if (kind === "truth") this.writer.truth(number, value as boolean);
    else if (kind === "integer") this.writer.integer(number, value as number);
    else this.writer.double(number, value as number);
  }

  #message(number: number, name: MessageName, value: unknown): void {
    this.writer.message(number, () => this.write(name, value));
  }

  #any(number: number, value: unknown): void {
    this.writer.message(number, () => this.writer.text(2, this.#yamlOf(value)));
  }

  #extensions(number: number, members: Json): void {
    for (const [name, value] of Object.entries(members)) {
      if (name.startsWith("x-")) this.#named(number, name, () => this.#any(2, value));
    }
  }

  #named(number: number, name: string, writeValue: () => void): void {
    this.writer.message(number, () => {
      if (name !== "") this.writer.text(1, name);
      writeValue();
    });
  }

  /** Every member as a pair of its name and its value. */
  #entries(number: number, value: unknown, of: MessageName): void {
    for (const [name, item] of Object.entries(value as Json)) {
      if (!name.startsWith("x-") || of === "schema") this.#named(number, name, () => this.#message(2, of, item));
    }
  }

  /** Messages that stand for one of several things, or for a map. */
  #writeOther(name: MessageName, value: unknown): void {
    const members = value as Json;
    switch (name) {
      case "paths":
        this.#extensions(1, members);
        return this.#entries(2, value, "pathItem");
      case "responses":
        this.#entries(1, value, "responseValue");
        return this.#extensions(2, members);
      case "schemas":
        return this.#entries(1, value, "schema");
      case "responseDefinitions":
        return this.#entries(1, value, "response");
      case "headers":
        return this.#entries(1, value, "header");
      case "parameterDefinitions":
        return this.#parameterDefinitions(members);
      case "parametersItem":
        if (typeof members["$ref"] === "string") return this.#reference(members);
        return this.writer.message(1, () => this.#parameter(members));
      case "responseValue":
        if (typeof members["$ref"] === "string") return this.#reference(members);
        return this.#message(1, "response", value);
      case "schemaItem":
        return this.#message(1, "schema", value);
      case "items":
        for (const item of Array.isArray(value) ? value : [value]) this.#message(1, "schema", item);
        return;
      case "additionalProperties":
        return typeof value === "boolean" ? this.writer.truth(2, value) : this.#message(1, "schema", value);
      case "type":
        for (const item of Array.isArray(value) ? value : [value]) this.writer.text(1, item as string);
        return;
      case "examples":
        for (const [key, item] of Object.entries(members)) this.#named(1, key, () => this.#any(2, item));
        return;
      case "securityDefinitions":
        for (const [key, item] of Object.entries(members)) {
          this.#named(1, key, () => this.writer.message(2, () => this.#message(2, "apiKey", item)));
        }
        return;
      case "securityRequirement":
        for (const [key, scopes] of Object.entries(members)) {
          this.#named(1, key, () => this.writer.message(2, () => this.#member(1, "texts", scopes)));
        }
    }
  }

  #parameterDefinitions(members: Json): void {
    for (const [name, item] of Object.entries(members)) {
      this.#named(1, name, () => this.writer.message(2, () => this.#parameter(item as Json)));
    }
  }

  #parameter(members: Json): void {
    const place = members["in"];
    if (place === "body") return this.#message(1, "bodyParameter", members);
    this.writer.message(2, () => {
      if (place === "header") this.#message(1, "headerParameter", members);
      else if (place === "formData") this.#message(2, "formParameter", members);
      else if (place === "query") this.#message(3, "queryParameter", members);
      else this.#message(4, "pathParameter", members);
    });
  }

  #reference(members: Json): void {
    this.writer.message(2, () => {
      this.writer.text(1, members["$ref"] as string);
      this.#member(2, "text", members["description"] ?? "");
    });
  }

  #yamlOf(value: unknown): string {
    const json = JSON.stringify(value);
    let text = this.#yaml.get(json);
    if (text === undefined) {
      const singleQuote = typeof value === "string" && /^[*&!%@`]/.test(value);
      text = yamlLibrary().stringify(value, { lineWidth: 0, singleQuote });
      this.#yaml.set(json, text);
    }
    return text;
  }
}
