import { ApiClient, ClientError, type ConnectionOptions, connectionFrom, HttpsTransport } from "@kubewright/client";
import { apiServerContract, type Deviation, registerContract, type ServerUnderTest } from "@kubewright/testing";
import { afterAll, beforeAll, describe, test } from "vitest";
import { ApiServer, type TransportFailure } from "../src/index.ts";

const deviations: readonly Deviation[] = [
  { test: "custom resource > is checked by the rules of its schema", because: "rules in CEL are not evaluated yet" },
];

describe.each<[string, (server: ApiServer) => Promise<ServerUnderTest>]>([
  ["in process", inProcess],
  ["over HTTPS", overHttps],
])("the server, %s", (_, underTest) => {
  let server: ApiServer;
  let subject: ServerUnderTest;
  beforeAll(async () => {
    server = await ApiServer.start();
    subject = await underTest(server);
  });
  afterAll(() => server.close());

  registerContract(
    { describe, test: (name, body) => test.concurrent(name, body) },
    { cases: apiServerContract(), subject: () => subject, deviations },
  );
});

const failure: TransportFailure = (code, message) => new ClientError(code, message);

async function inProcess(server: ApiServer): Promise<ServerUnderTest> {
  return {
    client: new ApiClient({ transport: server.transport({ failure }) }),
    clientAs: async (user) => new ApiClient({ transport: server.transport({ user, failure }) }),
    clientWithToken: async (token) => new ApiClient({ transport: server.transport({ token, failure }) }),
    compact: async (resourceVersion) => server.compact(Number(resourceVersion)),
  };
}

async function overHttps(server: ApiServer): Promise<ServerUnderTest> {
  const { url, certificateAuthority } = await server.listen();
  const clientWith = (credential: Pick<ConnectionOptions, "token" | "clientCertificate">): ApiClient => {
    const connection = connectionFrom({ server: url, certificateAuthority, proxyUrl: false, ...credential });
    return new ApiClient({ transport: new HttpsTransport(connection) });
  };
  return {
    client: clientWith({ clientCertificate: server.issueClientCertificate() }),
    clientAs: async (user) => clientWith({ clientCertificate: server.issueClientCertificate({ user }) }),
    clientWithToken: async (token) => clientWith({ token }),
    compact: async (resourceVersion) => server.compact(Number(resourceVersion)),
  };
}
