import { describe, expect, test } from "vitest";
import { answerOldCommand } from "./old-command.ts";

describe("commands of older tools", () => {
  test.each([
    [
      "new memcached-operator",
      ["mkdir memcached-operator && cd memcached-operator", "kubewright init --domain example.com"],
    ],
    [
      "add api --api-version=cache.example.com/v1alpha1 --kind=Memcached",
      ["kubewright create api --group cache --version v1alpha1 --kind Memcached"],
    ],
    [
      "add controller --api-version shop.example.com/v1 --kind Order",
      ["kubewright create api --group shop --version v1 --kind Order --resource=false --controller"],
    ],
    ["generate k8s", ["kubewright generate"]],
    ["generate crds", ["kubewright manifests"]],
    [
      "build quay.io/example/memcached-operator:v0.0.1",
      [
        "kubewright image --image quay.io/example/memcached-operator:v0.0.1 --push",
        "kubewright deploy --image quay.io/example/memcached-operator:v0.0.1   # service account, roles and operator, too",
      ],
    ],
    ["up local --namespace=default", ["kubewright run --namespace default"]],
    ["up local --kubeconfig ./config", ["kubewright run --kubeconfig ./config"]],
    ["run --local --watch-namespace x", ["kubewright run --namespace x"]],
  ])("%s is answered with today's", (line, commands) => {
    const answer = answerOldCommand(line.split(" "));
    expect(answer).toMatch(/^"[a-z0-9 -]+" is a command of an older tool; today it is:\n/);
    expect(answer?.split("\n").slice(1)).toEqual(commands.map((command) => `  ${command}`));
  });

  test.each(["init", "generate", "generate object", "create api", "run", "run --namespace new", "cluster", ""])(
    "%s is one of today",
    (line) => {
      expect(answerOldCommand(line.split(" "))).toBeUndefined();
    },
  );
});
