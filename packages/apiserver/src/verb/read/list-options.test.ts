import { statusErrorOf } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import type { FieldSelectors } from "../../resource/resource.ts";
import { decodeContinue } from "./continue-token.ts";
import { parseListOptions } from "./list-options.ts";

const selectors: FieldSelectors = {
  names: [],
  valuesOf: () => ({}),
  unsupportedText: (name) => `"${name}" is not a known field selector: only "metadata.name", "metadata.namespace"`,
};

// All texts are the reference's answers to the same queries.
describe("parseListOptions", () => {
  const invalid = 'ListOptions.meta.k8s.io "" is invalid: ';
  const rows: [string, number, string][] = [
    ["limit=abc", 400, 'strconv.ParseInt: parsing "abc": invalid syntax'],
    ["limit=", 400, 'strconv.ParseInt: parsing "": invalid syntax'],
    ["limit=99999999999999999999", 400, 'strconv.ParseInt: parsing "99999999999999999999": value out of range'],
    ["timeoutSeconds=1x", 400, 'strconv.ParseInt: parsing "1x": invalid syntax'],
    [
      "resourceVersionMatch=Exact",
      422,
      `${invalid}resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided`,
    ],
    [
      "resourceVersion=0&resourceVersionMatch=Exact",
      422,
      `${invalid}resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"`,
    ],
    [
      "resourceVersion=0&resourceVersionMatch=Foo",
      422,
      `${invalid}resourceVersionMatch: Unsupported value: "Foo": supported values: "Exact", "NotOlderThan", ""`,
    ],
    ["sendInitialEvents=foo", 422, `${invalid}sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list`],
    [
      "watch=1&resourceVersionMatch=NotOlderThan",
      422,
      `${invalid}resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided`,
    ],
    [
      "watch=1&resourceVersionMatch=Exact&sendInitialEvents=1",
      422,
      `${invalid}[resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan, ` +
        'resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"]',
    ],
    ["labelSelector=,", 400, "found ',', expected: !, identifier, or 'end of string'"],
    ["labelSelector=a=b=c", 400, "found '=', expected: ',' or 'end of string'"],
    ["labelSelector=x in a", 400, "unable to parse requirement: found 'a' expected: '('"],
    ["fieldSelector=foo", 400, "invalid selector: 'foo'; can't understand 'foo'"],
    ["fieldSelector=a=b=c", 400, "invalid field selector: unescaped character in value: 61"],
    ["fieldSelector=foo=bar", 400, '"foo" is not a known field selector: only "metadata.name", "metadata.namespace"'],
  ];

  test.each(rows)("refuses %s", (query, code, message) => {
    const status = caught(() => parseListOptions(new URLSearchParams(query), { isNamespaced: true, selectors }));
    expect([status?.code, status?.message]).toEqual([code, message]);
  });

  test("reads switches as the reference does", () => {
    const watches = ["watch", "watch=", "watch=foo", "watch=1", "watch=0", "watch=False", ""].map((query) => {
      return parseListOptions(new URLSearchParams(query), { isNamespaced: true, selectors }).isWatch;
    });
    expect(watches).toEqual([true, true, true, true, false, false, false]);
  });

  test("the first of several counts, and a limit below zero is none", () => {
    const query = new URLSearchParams("limit=-1&limit=x&labelSelector=a=b&labelSelector=a=c");
    const options = parseListOptions(query, { isNamespaced: true, selectors });
    expect([options.limit, options.labelSelector.toString()]).toEqual([0, "a=b"]);
  });

  test("a name narrows the fields, and must not contradict them", () => {
    const parse = (query: string) =>
      parseListOptions(new URLSearchParams(query), { isNamespaced: true, selectors }, { name: "x" });
    expect(parse("").fieldSelector.toString()).toBe("metadata.name=x");
    expect(parse("fieldSelector=metadata.name=x").fieldSelector.toString()).toBe("metadata.name=x");
    expect(caught(() => parse("fieldSelector=metadata.name=y"))?.message).toBe(
      "fieldSelector metadata.name doesn't match requested name",
    );
  });
});

describe("decodeContinue", () => {
  const rows: [string, string][] = [
    ["a", "illegal base64 data at input byte 0"],
    ["a*b", "illegal base64 data at input byte 1"],
    ["abc", "invalid character 'i' looking for beginning of value"],
    [encode('{"v":'), "unexpected end of JSON input"],
    [encode("[]"), "json: cannot unmarshal array into Go value of type storage.continueToken"],
    [
      encode('{"v":"meta.k8s.io/v1","rv":"5"}'),
      "json: cannot unmarshal string into Go struct field continueToken.rv of type int64",
    ],
    [encode('{"v":"v2"}'), "server does not recognize this encoded version v2"],
    [encode('{"v":"meta.k8s.io/v1"}'), "incorrect encoded start resourceVersion (version meta.k8s.io/v1)"],
    [encode('{"v":"meta.k8s.io/v1","rv":5}'), "encoded start key empty (version meta.k8s.io/v1)"],
    [encode('{"v":"meta.k8s.io/v1","rv":5,"start":"../x"}'), "../x"],
  ];

  test.each(rows)("refuses %s", (token, problem) => {
    const status = caught(() => decodeContinue(token, ""));
    expect(status).toMatchObject({
      code: 400,
      message: `invalid continue token: continue key is not valid: ${problem}`,
    });
  });
});

function caught(act: () => unknown) {
  try {
    act();
  } catch (error) {
    return statusErrorOf(error)?.status;
  }
  return undefined;
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64url");
}
