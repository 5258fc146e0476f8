import { isIP } from "node:net";
import { describe, expect, test } from "vitest";
import { formatIp, hasLeadingZeros, ipNumber, ipOfNumber, isIpv4, parseIp } from "./ip-address.ts";

describe("an address", () => {
  test.each([
    ["1.2.3.4", "1.2.3.4"],
    ["001.02.3.0004", "1.2.3.4"],
    ["::", "::"],
    ["::1", "::1"],
    ["1::", "1::"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["2001:db8:0:1:0:0:0:1", "2001:db8:0:1::1"],
    ["1:0:0:2:0:0:3:4", "1::2:0:0:3:4"],
    ["1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"],
    ["::ffff:1.2.3.4", "1.2.3.4"],
    ["64:ff9b::1.2.3.4", "64:ff9b::102:304"],
    ["2001:db8::00001", "2001:db8::1"],
  ])("%s is written %s", (text, expected) => {
    const address = parseIp(text);
    expect(address && formatIp(address)).toBe(expected);
  });

  test.each([
    "",
    "1.2.3",
    "1.2.3.4.5",
    "1.2.3.256",
    "1.2.3.-4",
    "1.2.3.x",
    ":",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7::8",
    "12345::",
    "g::",
    "1.2.3.4::",
    "::1.2.3.4:5",
    "fe80::1%eth0",
    `${"0".repeat(100)}.1.1.1`,
  ])("%s is none", (text) => {
    expect(parseIp(text)).toBeUndefined();
  });

  test("of IPv4 is one also when it is written as IPv6", () => {
    expect(["1.2.3.4", "::ffff:1.2.3.4", "::1.2.3.4"].map((text) => isIpv4(parseIp(text) ?? []))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("may have more digits than it needs", () => {
    const texts = ["1.2.3.04", "1.2.3.0", "2001:db8::00001", "2001:0db8::1", "::ffff:1.2.3.04"];
    expect(texts.map(hasLeadingZeros)).toEqual([true, false, true, false, true]);
  });

  test.each(["0.0.0.1", "255.255.255.255", "::", "2001:db8::1"])("%s is a number", (text) => {
    expect(formatIp(ipOfNumber(ipNumber(parseIp(text) ?? [])))).toBe(text);
  });

  test("that follows another has the next number", () => {
    const next = ["10.0.0.255", "fe80::ffff"].map((text) => formatIp(ipOfNumber(ipNumber(parseIp(text) ?? []) + 1n)));
    expect(next).toEqual(["10.0.1.0", "fe80::1:0"]);
  });

  test.each([
    "1.2.3.4",
    "1.2.3.256",
    "01.2.3.4",
    ":",
    "::",
    "1::2::3",
    "1:2:3:4:5:6:7::",
    "::8",
    "12345::",
    "::1.2.3",
    "1.2.3.4::",
    "1:2:3:4:5:6:1.2.3.4",
    "1:2:3:4:5:6:7:1.2.3.4",
    " ::1",
  ])("%j without leading zeros is one only if Node thinks so too", (text) => {
    expect(parseIp(text) !== undefined && !hasLeadingZeros(text)).toBe(isIP(text) !== 0);
  });
});
