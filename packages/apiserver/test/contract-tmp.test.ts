import { ApiClient, ClientError, connectionFrom, HttpsTransport } from "@kubewright/client";
import { apiServerContract, registerContract, type ServerUnderTest } from "@kubewright/testing";
import { afterAll, beforeAll, describe, test } from "vitest";
import { ApiServer, type TransportFailure } from "../src/index.ts";

const failure: TransportFailure = (code, message) => new ClientError(code, message);
for (const mode of ["inproc", "https"] as const)
  describe(mode, () => {
    let server: ApiServer;
    let subject: ServerUnderTest;
    beforeAll(async () => {
      server = await ApiServer.start({ onInternalError: (_e) => {} });
      if (mode === "inproc")
        subject = {
          client: new ApiClient({ transport: server.transport({ failure }) }),
          clientAs: async (user) => new ApiClient({ transport: server.transport({ user, failure }) }),
          clientWithToken: async (token) => new ApiClient({ transport: server.transport({ token, failure }) }),
          compact: async (rv) => server.compact(Number(rv)),
        };
      else {
        const { url, certificateAuthority } = await server.listen();
        const c = (o: object) =>
          new ApiClient({
            transport: new HttpsTransport(connectionFrom({ server: url, certificateAuthority, proxyUrl: false, ...o })),
          });
        subject = {
          client: c({ clientCertificate: server.issueClientCertificate() }),
          clientAs: async (user) => c({ clientCertificate: server.issueClientCertificate({ user }) }),
          clientWithToken: async (token) => c({ token }),
          compact: async (rv) => server.compact(Number(rv)),
        };
      }
    });
    afterAll(() => server.close());
    registerContract(
      { describe, test: test.concurrent as never },
      { cases: apiServerContract(), subject: () => subject },
    );
  });
