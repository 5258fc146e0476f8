import { describe, expect, test } from "vitest";
import { parseOptions } from "./options.mjs";

describe("parseOptions", () => {
  test.each([
    {
      args: [],
      parts: ["client", "runtime", "apiserver", "devcluster", "codegen", "cli", "memcached"],
      only: undefined,
    },
    { args: ["runtime"], parts: ["runtime"], only: undefined },
    { args: ["runtime", "client"], parts: ["client", "runtime"], only: undefined },
    { args: ["--only", "sync"], parts: ["runtime"], only: "sync" },
    { args: ["--only", "memory"], parts: ["apiserver"], only: "memory" },
    { args: ["--only", "crowd"], parts: ["devcluster"], only: "crowd" },
    { args: ["--only", "kinds"], parts: ["codegen"], only: "kinds" },
    { args: ["memcached", "--only", "real"], parts: ["memcached"], only: "real" },
    { args: ["client", "--only=import"], parts: ["client"], only: "import" },
  ])("$args measures $parts", ({ args, parts, only }) => {
    expect(parseOptions(args)).toMatchObject({ parts, only, quick: false, output: "markdown" });
  });

  test.each([
    { args: ["all"], message: "all: a part is client, runtime, apiserver, devcluster, codegen, cli, memcached" },
    { args: ["client", "--only", "sync"], message: "--only sync: it is one of import, requests" },
    { args: ["--output", "yaml"], message: "--output yaml: it is markdown or json" },
  ])("$args is refused", ({ args, message }) => {
    expect(() => parseOptions(args)).toThrow(message);
  });
});
