import { type KubeObject, setControllerReference } from "@kubewright/api";
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import { describe, expect, test } from "vitest";
import { assertFields } from "./assert-fields.ts";
import { type MatcherResult, matchers } from "./matchers.ts";

const template = { spec: { containers: [] } };
const web = Deployment.of({
  metadata: { name: "web", namespace: "shop", uid: "u-1", finalizers: ["example.com/backup"] },
  spec: { replicas: 3, selector: {}, template },
  status: {
    conditions: [{ type: "Available", status: "False", reason: "TooFew", message: "1 of 3" }],
  },
});
const owned = ReplicaSet.of({ metadata: { name: "web-1", namespace: "shop" }, spec: { selector: {} } });
setControllerReference(web, owned);
const other = ConfigMap.of({ metadata: { name: "other", namespace: "shop", uid: "u-2" } });
const leaving: KubeObject = {
  ...web,
  metadata: { ...web.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" },
};

describe("matchers", () => {
  test.each<[string, MatcherResult, string]>([
    [
      "toMatchFields",
      matchers.toMatchFields(web, { spec: { replicas: 5 } }),
      "Deployment shop/web is not as expected (-), but so (+):\n- spec.replicas: 5\n+ spec.replicas: 3",
    ],
    [
      "toHaveCondition, for another status",
      matchers.toHaveCondition(web, "Available"),
      "Deployment shop/web has Available=False (TooFew: 1 of 3), which is not as expected (-), but so (+):\n" +
        '- status: "True"\n+ status: "False"',
    ],
    [
      "toHaveCondition, for another reason",
      matchers.toHaveCondition(web, "Available", { status: "False", reason: "Other", message: /of 4/ }),
      "Deployment shop/web has Available=False (TooFew: 1 of 3), which is not as expected (-), but so (+):\n" +
        '- reason: "Other"\n+ reason: "TooFew"\n- message: /of 4/\n+ message: "1 of 3"',
    ],
    [
      "toHaveCondition, for none",
      matchers.toHaveCondition(web, "Progressing"),
      "Deployment shop/web has no condition Progressing; its conditions: Available=False (TooFew: 1 of 3)",
    ],
    [
      "toHaveCondition, of a kind without",
      matchers.toHaveCondition(other, "Ready"),
      "ConfigMap shop/other has no condition Ready; its conditions: none",
    ],
    [
      "toBeOwnedBy",
      matchers.toBeOwnedBy(owned, other),
      "ReplicaSet shop/web-1 is not owned by ConfigMap shop/other (uid u-2); its owners: Deployment web (uid u-1, its controller)",
    ],
    [
      "toBeOwnedBy, of an owner that was never stored",
      matchers.toBeOwnedBy(web, owned),
      "Deployment shop/web is not owned by ReplicaSet shop/web-1 (which has no uid: take it as the server gave it); it has no owners",
    ],
    [
      "toBeControlledBy",
      matchers.toBeControlledBy(owned, other),
      "ReplicaSet shop/web-1 is not controlled by ConfigMap shop/other (uid u-2); its owners: Deployment web (uid u-1, its controller)",
    ],
    [
      "toHaveFinalizer",
      matchers.toHaveFinalizer(web, "example.com/other"),
      "Deployment shop/web does not have the finalizer example.com/other; its finalizers: example.com/backup",
    ],
    [
      "toBeGone",
      matchers.toBeGone(owned),
      "ReplicaSet shop/web-1 still exists: nobody has asked for its deletion; it is owned by Deployment web",
    ],
    [
      "toBeGone, for one that is being deleted",
      matchers.toBeGone(leaving),
      "Deployment shop/web still exists: it is being deleted and waits for its finalizers example.com/backup",
    ],
    [
      "any, for what is no object",
      matchers.toMatchFields(undefined, {}),
      "expected an object with a kind and a name, but got undefined: there is no object",
    ],
  ])("%s says why it fails", (_, { pass, message }, text) => {
    expect(pass).toBe(false);
    expect(message()).toBe(text);
  });

  test.each<[string, MatcherResult, string]>([
    [
      "toMatchFields",
      matchers.toMatchFields(web, { spec: { replicas: 3 } }),
      "Deployment shop/web is not to be so: { spec: { replicas: 3 } }",
    ],
    [
      "toHaveCondition",
      matchers.toHaveCondition(web, "Available", { status: "False", reason: /Few/ }),
      "Deployment shop/web is not to have Available=False (TooFew: 1 of 3)",
    ],
    [
      "toBeOwnedBy",
      matchers.toBeOwnedBy(owned, web),
      "ReplicaSet shop/web-1 is not to be owned by Deployment shop/web (uid u-1)",
    ],
    [
      "toBeControlledBy",
      matchers.toBeControlledBy(owned, web),
      "ReplicaSet shop/web-1 is not to be controlled by Deployment shop/web (uid u-1)",
    ],
    [
      "toHaveFinalizer",
      matchers.toHaveFinalizer(web, "example.com/backup"),
      "Deployment shop/web is not to have the finalizer example.com/backup",
    ],
    ["toBeGone", matchers.toBeGone(undefined), "there is no object, and there should be one"],
  ])("%s passes, and says what is wrong with that", (_, { pass, message }, text) => {
    expect(pass).toBe(true);
    expect(message()).toBe(text);
  });
});

describe("assertFields", () => {
  test("passes for an object that has them, and throws the differences for another", () => {
    assertFields(web, { spec: { replicas: 3 } });
    expect(() => assertFields(web, { spec: { replicas: 5 } })).toThrow(
      "Deployment shop/web is not as expected (-), but so (+):\n- spec.replicas: 5\n+ spec.replicas: 3",
    );
  });
});
