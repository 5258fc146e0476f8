import { ApiServer } from "@kubewright/apiserver";
import { expect, test } from "vitest";
import { objectionsTo, recordedDefinitions } from "./recorded-definitions.ts";

test("the embedded server takes what is generated, without a warning", async () => {
  await using server = await ApiServer.start();
  const objections = await objectionsTo(recordedDefinitions(), server.transport());
  // It says of rules in CEL that it does not know them.
  expect(objections.filter((text) => !text.includes("x-kubernetes-validations are kept"))).toEqual([]);
});
