import { Namespace } from "@kubewright/api/core/v1";
import { ApiClient, HttpsTransport } from "@kubewright/client";
import { type ReferenceServer, startReferenceServer, watchForLeaks } from "@kubewright/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

describe("watchForLeaks", () => {
  let server: ReferenceServer;
  beforeAll(async () => {
    server = await startReferenceServer();
  });
  afterAll(async () => {
    await server?.close();
  });

  test("finds a watch that is still open, and nothing once its client is closed", async () => {
    const all = watchForLeaks();
    const leaks = watchForLeaks({ settleMs: 0 });
    const client = new ApiClient({ transport: new HttpsTransport(server.connection()) });
    const watch = client.watch(Namespace)[Symbol.asyncIterator]();
    await watch.next();
    const error = await leaks.check().catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: "LEAK", message: expect.stringContaining("- socket, opened\n") });
    expect((error as Error).message).toContain("/client/src/transport/");
    await client.close();
    await all.check();
  });
});
