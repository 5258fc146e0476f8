import { expect, test } from "vitest";
import { isOneAddress, parseListenAddress } from "./listen-address.ts";

test.each([
  [":8080", { port: 8080 }],
  [":0", { port: 0 }],
  ["127.0.0.1:0", { host: "127.0.0.1", port: 0 }],
  ["0.0.0.0:65535", { host: "0.0.0.0", port: 65_535 }],
  ["localhost:8081", { host: "localhost", port: 8081 }],
  ["[::1]:8080", { host: "::1", port: 8080 }],
  ["[::]:8080", { host: "::", port: 8080 }],
  ["0", undefined],
  ["", undefined],
])("%j is read", (text, address) => {
  expect(parseListenAddress(text, "metrics.bindAddress")).toEqual(address);
});

test.each(["8080", "host", ":", ":x", ":65536", "1:2:3", "::1:80", "http://a:80", "a b:80", ":-1"])(
  "%j is refused",
  (text) => {
    expect(() => parseListenAddress(text, "metrics.bindAddress …")).toThrow(
      expect.objectContaining({
        code: "INVALID_SETUP",
        message: expect.stringContaining("metrics.bindAddress … is no address to listen on"),
      }),
    );
  },
);

test.each([
  [":8080", ":8080", true],
  [":8080", ":8081", false],
  [":0", ":0", false],
  ["0", "0", false],
])("whether %j and %j are one address: %j", (left, right, expected) => {
  expect(isOneAddress(left, right)).toBe(expected);
});
