import { isIPv4, isIPv6 } from "node:net";
import { describe, expect, test } from "vitest";
import { familyOf, formatIpAddress, type IpAddress, networkOf, parseIpAddress } from "./ip-address.ts";

describe("an address", () => {
  test.each([
    ["10.0.0.1", "10.0.0.1"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["::", "::"],
    ["1:0:0:2:0:0:0:3", "1:0:0:2::3"],
    ["1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"],
    ["::ffff:1.2.3.4", "::ffff:102:304"],
  ])("%s is written %s", (text, canonical) => {
    expect(formatIpAddress(parseIpAddress(text) as IpAddress)).toBe(canonical);
  });

  test.each([
    "1.2.3.4",
    "1.2.3",
    "1.2.3.256",
    "01.2.3.4",
    "1.2.3.4.5",
    "",
    ":",
    "::",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7::",
    "::8",
    "12345::",
    "g::",
    "::1.2.3.4",
    "::1.2.3",
    "1.2.3.4::",
    "1:2:3:4:5:6:1.2.3.4",
    "1:2:3:4:5:6:7:1.2.3.4",
    " ::1",
  ])("%j is one only if Node thinks so too", (text) => {
    expect(familyOf(text)).toBe(isIPv4(text) ? "IPv4" : isIPv6(text) ? "IPv6" : undefined);
  });

  test("is in a block that begins with what all of its addresses share", () => {
    const network = networkOf(parseIpAddress("10.1.2.3") as IpAddress, 20);
    expect(formatIpAddress(network)).toBe("10.1.0.0");
  });
});
