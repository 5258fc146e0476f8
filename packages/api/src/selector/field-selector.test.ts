import { describe, expect, test } from "vitest";
import { FieldSelector } from "./field-selector.ts";

const pod = {
  metadata: { name: "web-0", labels: { app: "web" } },
  spec: { nodeName: "", hostNetwork: true, priority: 5 },
  status: { phase: "Running", podIPs: [{ ip: "10.0.0.1" }], reason: null },
};

describe("FieldSelector", () => {
  test("of an option is that of the text or the values, and selects everything where there is none", () => {
    expect(FieldSelector.of(undefined)).toBe(FieldSelector.everything);
    expect(FieldSelector.of("a!=b")).toEqual(FieldSelector.parse("a!=b"));
    expect(FieldSelector.of({ a: "b" })).toEqual(FieldSelector.parse("a=b"));
  });

  test.each([
    ["metadata.name=web-0", true],
    ["metadata.name!=web-0", false],
    ["metadata.name=web-0,status.phase=Running", true],
    ["metadata.name=web-0,status.phase!=Running", false],
    ["spec.hostNetwork=true", true],
    ["spec.priority=5", true],
    ["spec.nodeName=", true],
    ["spec.absent=", true],
    ["spec.absent!=x", true],
    ["status.reason=", true],
    ["status.podIPs=", true],
    ["status.podIPs.ip=", true],
    ["metadata.constructor.name=", true],
    ["metadata.name.length=", true],
    ["", true],
  ])("%s on a pod gives %s", (text, isSelected) => {
    expect(FieldSelector.parse(text).matches(pod)).toBe(isSelected);
  });

  test("values made from fields are escaped and read back", () => {
    const selector = FieldSelector.forFields({ "spec.b": "a,b=c\\d", "metadata.name": "web" });
    expect(selector.toString()).toBe("metadata.name=web,spec.b=a\\,b\\=c\\\\d");
    expect(FieldSelector.parse(selector.toString())).toEqual(selector);
    expect(selector.requiredValue("spec.b")).toBe("a,b=c\\d");
    expect(selector.isEmpty).toBe(false);
  });

  test("no fields select everything", () => {
    expect(FieldSelector.forFields({}).isEmpty).toBe(true);
    expect(FieldSelector.everything.matches({})).toBe(true);
  });

  test.each(["a=b", "a!", "a,b"])("a field called %s cannot be written", (field) => {
    expect(() => FieldSelector.forFields({ [field]: "c" })).toThrow(/field selector: field/);
  });

  test("the error names the selector and the part that is wrong", () => {
    expect(() => FieldSelector.parse("metadata.name")).toThrow(
      "field selector \"metadata.name\": invalid selector: 'metadata.name'; can't understand 'metadata.name'",
    );
  });
});
