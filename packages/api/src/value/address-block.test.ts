import { describe, expect, test } from "vitest";
import {
  type AddressBlock,
  blockContains,
  formatAddressBlock,
  isBlockBase,
  parseAddressBlock,
} from "./address-block.ts";
import { type IpBytes, parseIp } from "./ip-address.ts";

describe("a block of addresses", () => {
  test.each([
    ["10.0.0.0/8", "10.0.0.0/8", true],
    ["10.1.2.3/8", "10.0.0.0/8", false],
    ["10.1.2.3/32", "10.1.2.3/32", true],
    ["0.0.0.0/0", "0.0.0.0/0", true],
    ["2001:DB8::1/64", "2001:db8::/64", false],
    ["2001:db8::/33", "2001:db8::/33", true],
    ["::ffff:10.0.0.0/104", "10.0.0.0/8", true],
  ])("%s is written %s", (text, expected, hasNoMore) => {
    const block = parseAddressBlock(text) as AddressBlock;
    expect([formatAddressBlock(block), isBlockBase(block)]).toEqual([expected, hasNoMore]);
  });

  test.each(["10.0.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "/8", "x/8", "::/129", "::/ 1", "10.0.0.0/8/8"])(
    "%s is none",
    (text) => {
      expect(parseAddressBlock(text)).toBeUndefined();
    },
  );

  test.each([
    ["10.0.0.0/8", "10.255.0.1", true],
    ["10.0.0.0/8", "11.0.0.0", false],
    ["10.0.0.0/8", "2001:db8::1", false],
    ["0.0.0.0/0", "2001:db8::1", false],
    ["2001:db8::/32", "2001:db8:ffff::", true],
    ["2001:db8::/32", "2001:db9::", false],
  ])("%s and %s", (block, address, expected) => {
    expect(blockContains(parseAddressBlock(block) as AddressBlock, parseIp(address) as IpBytes)).toBe(expected);
  });
});
