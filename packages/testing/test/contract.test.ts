import { ApiServer } from "@kubewright/apiserver";
import {
  apiServerContract,
  type Deviation,
  embeddedUnderTest,
  registerContract,
  type ServerUnderTest,
} from "@kubewright/testing";
import { afterAll, beforeAll, describe, test } from "vitest";

const deviations: Deviation[] = [
  { test: "custom resource > is checked by the rules of its schema", because: "CEL rules are not evaluated" },
];

describe.each(["in-process", "https"] as const)("the embedded server keeps the contract, %s", (way) => {
  let server: ApiServer;
  let subject: ServerUnderTest & AsyncDisposable;
  beforeAll(async () => {
    server = await ApiServer.start();
    if (way === "https") await server.listen();
    subject = embeddedUnderTest(server, way);
  });
  afterAll(async () => {
    await subject?.[Symbol.asyncDispose]();
    await server?.close();
  });

  registerContract(
    { describe, test: test.concurrent },
    { cases: apiServerContract(), subject: () => subject, deviations },
  );
});
