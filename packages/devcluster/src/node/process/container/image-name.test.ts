import { describe, expect, test } from "vitest";
import { wholeImageName } from "./image-name.ts";

describe("wholeImageName", () => {
  const digest = `sha256:${"0a".repeat(32)}`;
  test.each([
    ["memcached", "docker.io/library/memcached:latest"],
    ["memcached:1.6", "docker.io/library/memcached:1.6"],
    ["team/app:v1", "docker.io/team/app:v1"],
    ["localhost/app", "localhost/app:latest"],
    ["registry.example.com:5000/a/b:c", "registry.example.com:5000/a/b:c"],
    [`a@${digest}`, `docker.io/library/a@${digest}`],
    [`a:1@${digest}`, `docker.io/library/a:1@${digest}`],
    ["Memcached", undefined],
    ["a b", undefined],
    ["a:", undefined],
    ["", undefined],
    ["http://a/b", undefined],
  ])("of %j is %j", (image, name) => {
    expect(wholeImageName(image)).toBe(name);
  });
});
