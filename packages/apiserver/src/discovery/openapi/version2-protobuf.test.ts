import { describe, expect, test } from "vitest";
import { OpenApiData } from "../../data/open-api-data.ts";
import { hashOf } from "../discovery.ts";
import { version2Protobuf } from "./version2-protobuf.ts";

const key = (number: number): number[] => (number < 16 ? [number * 8 + 2] : [((number * 8 + 2) % 128) + 128, 1]);
const message = (number: number, ...fields: number[][]): number[] => {
  const bytes = fields.flat();
  return [...key(number), bytes.length, ...bytes];
};
const text = (number: number, value: string): number[] => message(number, [...Buffer.from(value)]);

describe("an OpenAPI 2 document as protobuf", () => {
  test("is that of the reference byte for byte, when it is the recorded one", () => {
    const document = JSON.parse(Buffer.from(new OpenApiData().documentVersion2()).toString("utf8"));
    // The hash of what kube-apiserver 1.36.3 serves.
    expect(hashOf(version2Protobuf(document))).toBe(
      "2570350B667C0B289192E69C3888EF7151E6CD231AF46F099287341DAC202DB1AB0EC2357D4F76A4401EC5B7B3BF039CB4E9AFB500CC1738B53C8A1D727207D6",
    );
  });

  const extension = (field: number): number[] => message(field, text(1, "x-a"), message(2, text(2, "b: c\n")));
  test.each<[string, object, number[]]>([
    ["plain values", { swagger: "2.0" }, text(1, "2.0")],
    ["nothing for what is zero", { swagger: "", schemes: [] }, []],
    ["extensions as YAML", { "x-a": { b: "c" } }, extension(16)],
    [
      "properties whose names look like extensions",
      { definitions: { "x-a": { type: ["string", "null"] } } },
      message(9, message(1, text(1, "x-a"), message(2, message(22, text(1, "string"), text(1, "null"))))),
    ],
  ])("has %s", (_, document, bytes) => {
    expect([...version2Protobuf(document)]).toEqual(bytes);
  });

  test("has numbers of either sign, and bounds", () => {
    const bytes = version2Protobuf({ definitions: { a: { maxLength: -1, minimum: 1.5 } } });
    const minimum = [9 * 8 + 1, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f];
    const maxLength = [11 * 8, ...Array<number>(9).fill(0xff), 1];
    expect([...bytes]).toEqual(message(9, message(1, text(1, "a"), message(2, minimum, maxLength))));
  });
});
