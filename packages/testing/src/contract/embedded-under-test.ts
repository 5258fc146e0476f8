import type { ApiServer } from "@kubewright/apiserver";
import { ApiClient, type ConnectionOptions, connectionFrom, HttpsTransport, type Transport } from "@kubewright/client";
import { TestingError } from "../errors.ts";
import type { ServerUnderTest } from "./contract-case.ts";

/** How clients reach an embedded server. */
export type EmbeddedWay = "in-process" | "https";

/** The embedded server as something to test. Disposing of it closes its clients, not the server. Over HTTPS, the server must listen. */
export function embeddedUnderTest(server: ApiServer, way: EmbeddedWay): ServerUnderTest & AsyncDisposable {
  const clients: ApiClient[] = [];
  const clientOver = (transport: Transport): ApiClient => {
    const client = new ApiClient({ transport });
    clients.push(client);
    return client;
  };
  const overHttps = (credential: Pick<ConnectionOptions, "token" | "clientCertificate">): Transport => {
    if (server.address === undefined) {
      throw new TestingError(
        "SERVER_STATE",
        "the server does not listen; call its listen() before it is tested over HTTPS",
      );
    }
    const { url, certificateAuthority } = server.address;
    return new HttpsTransport(connectionFrom({ server: url, certificateAuthority, proxyUrl: false, ...credential }));
  };
  const transports = {
    "in-process": {
      as: (user: string, groups: readonly string[]) => server.transport({ user, groups }),
      withToken: (token: string) => server.transport({ token }),
    },
    https: {
      as: (user: string, groups: readonly string[]) =>
        overHttps({ clientCertificate: server.issueClientCertificate({ user, groups }) }),
      withToken: (token: string) => overHttps({ token }),
    },
  }[way];
  return {
    client: clientOver(transports.as("admin", ["system:masters"])),
    clientAs: async (name) => clientOver(transports.as(name, [])),
    clientWithToken: async (token) => clientOver(transports.withToken(token)),
    compact: async (resourceVersion) => server.compact(Number(resourceVersion)),
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}
