import { describe, expect, test } from "vitest";
import { answerMissingCommand } from "./missing-command.ts";

describe("commands of Kubebuilder and the Operator SDK that are not there", () => {
  test.each([
    ["create webhook --group cache --kind Memcached --defaulting", "create webhook", "kubewright manifests -w "],
    ["edit --multigroup=true", "edit", "kubewright create api --group "],
    ["alpha generate", "alpha", "kubewright init --dry-run "],
    ["bundle validate ./bundle", "bundle", "kubewright build-installer "],
    ["generate bundle --version 0.0.1", "generate bundle", "kubewright build-installer "],
    ["generate kustomize manifests", "generate kustomize", "kubewright manifests "],
    ["run bundle example.com/bundle:v1", "run bundle", "kubewright deploy "],
    ["olm install", "olm", "kubewright deploy "],
    ["cleanup memcached-operator", "cleanup", "kubewright undeploy"],
    ["scorecard ./bundle", "scorecard", "npm test "],
    ["-v olm status", "olm", "kubewright deploy "],
    ["help scorecard", "scorecard", "npm test "],
  ])("%s is answered with what to do instead", (line, name, instead) => {
    const [first, ...lines] = answerMissingCommand(line.split(" "))!.split("\n");
    expect(first).toMatch(new RegExp(`^kubewright has no "${name}": .*\\. Instead:$`));
    expect(lines[0]).toMatch(new RegExp(`^ {2}${instead}`));
  });

  test.each([
    "create api",
    "generate",
    "generate object",
    "run",
    "run -- bundle",
    "run --namespace bundle",
    "--context alpha deploy",
    "help",
    "",
  ])("%j is none of them", (line) => {
    expect(answerMissingCommand(line.split(" "))).toBeUndefined();
  });
});
