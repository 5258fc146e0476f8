import { describe, expect, test } from "vitest";
import { parseOptions } from "./memcached-options.mjs";

describe("parseOptions", () => {
  test.each([
    [[], {}],
    [["-l", "127.0.0.9", "-p", "11311"], { addresses: ["127.0.0.9"], port: 11311 }],
    [["-m", "128", "-o", "modern", "-v"], { memoryMegabytes: 128, verbosity: 1 }],
    [["-vvm32"], { memoryMegabytes: 32, verbosity: 2 }],
    [["--memory-limit=16", "--conn-limit", "5"], { memoryMegabytes: 16, maxConnections: 5 }],
    [["-I", "2m"], { maxItemBytes: 2 << 20 }],
  ])("understands %j", (args, expected) => {
    expect(parseOptions(args)).toMatchObject(expected);
  });

  test.each([
    [["-m=64"], /"=64" of -m/],
    [["-m"], /requires an argument/],
    [["-G"], /Illegal argument "G"/],
    [["memory"], /Illegal argument "memory"/],
  ])("refuses %j", (args, message) => {
    expect(() => parseOptions(args)).toThrow(message);
  });
});
