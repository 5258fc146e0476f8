import { describe, expect, test } from "vitest";
import { ApiError } from "../errors.ts";
import { Quantity } from "./quantity.ts";

describe("Quantity", () => {
  test.each([
    ["1.5", "1500m"],
    ["1.5Gi", "1536Mi"],
    ["0.1m", "100u"],
    ["0.1n", "1n"],
    ["12e6", "12e6"],
    ["1024Ki", "1Mi"],
  ])("%s prints as %s", (text, canonical) => {
    expect(Quantity.parse(text).toString()).toBe(canonical);
  });

  test("objects carry it as its text", () => {
    expect(JSON.stringify({ cpu: Quantity.parse("0.5") })).toBe('{"cpu":"500m"}');
  });

  test("numbers stand for their decimal text", () => {
    expect(Quantity.parse(0.25).toString()).toBe("250m");
    expect(Quantity.parse(1e21).toString()).toBe("1e21");
    expect(Quantity.parse(9007199254740993n).toString()).toBe("9007199254740993");
    expect(Quantity.of(0.25).toString()).toBe("250m");
    expect(Quantity.of(250, { scale: -3 }).toString()).toBe("250m");
    expect(Quantity.of(2048, { format: "BinarySI" }).toString()).toBe("2Ki");
    expect(() => Quantity.of(Number.NaN)).toThrow(ApiError);
  });

  test("sums are exact where doubles are not", () => {
    const tenth = Quantity.parse("0.1");
    expect(tenth.add(Quantity.parse("0.2")).equals(Quantity.parse("300m"))).toBe(true);
    expect(tenth.add(Quantity.parse("1e20")).sub(Quantity.parse("1e20")).toString()).toBe("100m");
  });

  test("a sum keeps the notation of the first that is not zero", () => {
    const zero = Quantity.parse("0");
    expect(zero.add(Quantity.parse("1Gi")).toString()).toBe("1Gi");
    expect(Quantity.parse("1Gi").add(Quantity.parse("1G")).format).toBe("BinarySI");
  });

  test("whole units and thousandths are rounded away from zero", () => {
    expect(Quantity.parse("1.0001").value()).toBe(2n);
    expect(Quantity.parse("-1.0001").value()).toBe(-2n);
    expect(Quantity.parse("1.5Gi").value()).toBe(1610612736n);
    expect(Quantity.parse("0.0001").milliValue()).toBe(1n);
    expect(Quantity.parse("1234").scaledValue(3)).toBe(2n);
    expect(Quantity.parse("1234").roundUp(3).toString()).toBe("2k");
    expect(Quantity.parse("1234").roundUp(-3).toString()).toBe("1234");
  });

  test("the same number is equal in any notation", () => {
    expect(Quantity.parse("1024").equals(Quantity.parse("1Ki"))).toBe(true);
    expect(Quantity.parse("1024")).not.toEqual(Quantity.parse("1025"));
    expect(Quantity.parse("2048").withFormat("BinarySI").toString()).toBe("2Ki");
    expect(Quantity.parse("0").isZero).toBe(true);
  });

  test("exponents that nobody can write out do not hang", () => {
    const huge = Quantity.parse("1e2147483647");
    expect(huge.toString()).toBe("10e2147483646");
    expect(huge.compare(Quantity.parse("1"))).toBe(1);
    expect(huge.negate().compare(huge)).toBe(-1);
    expect(huge.toNumber()).toBe(Number.POSITIVE_INFINITY);
    expect(() => huge.add(Quantity.parse("1"))).toThrow(/too large to compute with/);
    expect(() => huge.value()).toThrow(ApiError);
    expect(Quantity.parse("1e-2147483648").toString()).toBe("1e-9");
  });

  test("numbers beyond exa keep their zeros", () => {
    expect(Quantity.parse("1000E").toString()).toBe("1000E");
    expect(Quantity.parse("1Ei").mul(2048).toString()).toBe("2048Ei");
  });

  test("only integers multiply", () => {
    expect(Quantity.parse("250m").mul(3).toString()).toBe("750m");
    expect(() => Quantity.parse("1").mul(0.5)).toThrow(/by 0.5: the factor must be an integer/);
  });

  test("the error names the text and the cause", () => {
    expect(() => Quantity.parse("1 Gi")).toThrow(/^quantity "1 Gi": quantities must match the regular expression/);
    expect(() => Quantity.parse("1GB")).toThrow('quantity "1GB": ');
    expect(() => Quantity.parse("1K")).toThrow('quantity "1K": unable to parse quantity\'s suffix');
  });
});
