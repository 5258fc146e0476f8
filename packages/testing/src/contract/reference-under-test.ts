import { request } from "node:http";
import {
  ApiClient,
  type ConnectionOptions,
  connectionFrom,
  HttpsTransport,
  type Interceptor,
  intercept,
} from "@kubewright/client";
import { TestingError } from "../errors.ts";
import type { ReferenceServer } from "../reference/reference-server.ts";
import type { ServerUnderTest } from "./contract-case.ts";

/**
 * The reference server as something to test. Disposing of it closes its clients, not the server.
 *
 * `interceptors` stand between every client and the server: what is under test is both together.
 */
export function referenceUnderTest(
  server: ReferenceServer,
  interceptors: readonly Interceptor[] = [],
): ServerUnderTest & AsyncDisposable {
  const clients: ApiClient[] = [];
  const clientWith = (credential: Pick<ConnectionOptions, "token" | "clientCertificate">): ApiClient => {
    const connection = connectionFrom({
      server: server.url,
      certificateAuthority: server.caCertificate,
      proxyUrl: false,
      ...credential,
    });
    const client = new ApiClient({ transport: intercept(new HttpsTransport(connection), interceptors) });
    clients.push(client);
    return client;
  };
  return {
    client: clientWith({ clientCertificate: server.admin }),
    clientAs: async (name) => clientWith({ clientCertificate: server.addUser({ name }) }),
    clientWithToken: async (token) => clientWith({ token }),
    compact: (resourceVersion) => compactEtcd(server, resourceVersion),
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** Has etcd drop all versions before `revision`, by its JSON gateway. */
async function compactEtcd(server: ReferenceServer, revision: string): Promise<void> {
  const options = { socketPath: `${server.folder}/etcd-client:1`, method: "POST", path: "/v3/kv/compaction" };
  const [status, text] = await new Promise<[number, string]>((resolve, reject) => {
    const exchange = request(options, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        body += chunk;
      });
      response.once("end", () => resolve([response.statusCode ?? 0, body]));
      response.once("error", reject);
    });
    exchange.once("error", reject);
    exchange.end(JSON.stringify({ revision, physical: true }));
  });
  // Somebody may have dropped more already.
  if (status === 200 || text.includes("has been compacted")) return;
  throw new TestingError("SERVER_STATE", `etcd refused to compact at revision ${revision}: HTTP ${status} ${text}`);
}
