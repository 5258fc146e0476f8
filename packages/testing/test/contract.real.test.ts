import {
  apiServerContract,
  type ReferenceServer,
  referenceUnderTest,
  registerContract,
  type ServerUnderTest,
  startReferenceServer,
} from "@kubewright/testing";
import { afterAll, beforeAll, describe, test } from "vitest";

describe("the real kube-apiserver keeps the contract", () => {
  let server: ReferenceServer;
  let subject: ServerUnderTest & AsyncDisposable;
  beforeAll(async () => {
    server = await startReferenceServer();
    subject = referenceUnderTest(server);
  });
  afterAll(async () => {
    await subject?.[Symbol.asyncDispose]();
    await server?.close();
  });

  registerContract({ describe, test: test.concurrent }, { cases: apiServerContract(), subject: () => subject });
});
