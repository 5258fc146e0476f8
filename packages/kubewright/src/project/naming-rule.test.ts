import { describe, expect, test } from "vitest";
import { type NameFlag, nameProblem } from "./naming-rule.ts";

describe("names", () => {
  test.each<[NameFlag, string]>([
    ["kind", "Memcached"],
    ["kind", "HTTPRoute2"],
    ["group", "cache"],
    ["group", "my-group"],
    ["version", "v1"],
    ["version", "v2beta11"],
    ["domain", "example.com"],
    ["project-name", "memcached-operator"],
    ["repo", "github.com/example/memcached-operator"],
  ])("--%s %s is right", (flag, name) => {
    expect(nameProblem(flag, name)).toBeUndefined();
  });

  test.each<[NameFlag, string, string]>([
    [
      "kind",
      "memcached",
      "CamelCase: letters and digits, beginning with a capital, at most 63 characters, as Memcached",
    ],
    ["kind", "my-cache", "as MyCache"],
    ["kind", "2Fast", "as Memcached"],
    [
      "kind",
      "Promise",
      "the language or the scaffolded code has something of that name; take another, as PromiseClaim",
    ],
    ["group", "cache.example.com", "without a dot: the domain of the project comes behind it, as cache"],
    ["group", "Cache", "as cache"],
    ["version", "1", "v and a number, then alpha or beta and a number unless it is stable, as v1alpha1"],
    ["version", "v1alpha", "as v1alpha1"],
    ["version", "v0", "as v1alpha1"],
    ["version", "V1Alpha1", "as v1alpha1"],
    ["domain", "Example.com", "a DNS name in small letters, as example.com"],
    ["project-name", "9lives", "as memcached-operator"],
    ["project-name", "an-operator-with-a-very-long-name", "at most 28 characters"],
    ["plural", "Memcacheds", "as memcacheds"],
    ["repo", "a b", "as github.com/example/memcached-operator"],
  ])("--%s %s is refused with the rule and an example", (flag, name, text) => {
    expect(nameProblem(flag, name)).toContain(text);
  });
});
