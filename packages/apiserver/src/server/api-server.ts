import type { Credentials, User } from "../auth/user.ts";
import { type Authority, createAuthority, type IssuedCertificate } from "../certificate/authority.ts";
import { ApiServerError } from "../errors.ts";
import type { RequestHandler } from "../http/exchange.ts";
import type { Faults } from "../http/fault/faults.ts";
import { HttpsServer } from "../http/https-server.ts";
import { InProcessTransport, type TransportFailure } from "../http/transport/in-process-transport.ts";
import { type AssembledServer, assemble } from "./assemble.ts";
import { kubeconfigText } from "./kubeconfig-text.ts";
import { PeriodicCompaction } from "./periodic-compaction.ts";
import { createAuthenticationConfig } from "./server-config-map.ts";
import type { ApiServerOptions } from "./server-options.ts";

/** Who someone is to be. */
export interface Identity {
  /** @default "admin" */
  readonly user?: string;
  /** @default ["system:masters"] for no user, none for a named one */
  readonly groups?: readonly string[];
}

export interface InProcessOptions extends Identity {
  /** Sent as a bearer token; then `user` and `groups` do not count. */
  readonly token?: string;
  /** Watches tell of objects whose parts are the server's own, rather than copies. Who changes one changes what is stored. @default false */
  readonly unsafeShareObjects?: boolean;
}

export interface ListenOptions {
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** @default any that is free */
  readonly port?: number;
}

/** Where a server can be reached. */
export interface ListeningServer {
  /** `https://127.0.0.1:6443`. */
  readonly url: string;
  readonly port: number;
  /** PEM: what clients need to trust the server. */
  readonly certificateAuthority: string;
}

/** A Kubernetes API server inside this process. */
export class ApiServer implements AsyncDisposable {
  readonly #parts: AssembledServer;
  readonly #options: ApiServerOptions;
  readonly #compaction: PeriodicCompaction;
  readonly #transports = new Set<InProcessTransport>();
  #authority: Authority | undefined;
  #https: HttpsServer | undefined;
  #address: ListeningServer | undefined;
  #isClosed = false;

  private constructor(options: ApiServerOptions) {
    this.#options = options;
    this.#parts = assemble(options);
    const { store, clock } = this.#parts.state;
    this.#compaction = new PeriodicCompaction(store, clock, options.compactionIntervalMs ?? 300_000);
  }

  /** A server that is ready. It listens nowhere until it is told to. */
  static async start(options: ApiServerOptions = {}): Promise<ApiServer> {
    return new ApiServer(options);
  }

  /** Answers requests, from wherever they come. */
  get handle(): RequestHandler {
    return this.#parts.handle;
  }

  /** Where it listens; undefined while it does not. */
  get address(): ListeningServer | undefined {
    return this.#address;
  }

  /** What goes wrong on purpose. */
  get faults(): Faults {
    return this.#parts.faults;
  }

  /** The number of the last write. */
  get revision(): number {
    return this.#parts.state.store.revision;
  }

  /** Forgets what was before `revision`, or everything before the last write: watches and lists from there get a 410. */
  compact(revision: number = this.revision): void {
    this.#parts.state.store.compact(revision);
  }

  /** A transport for clients in this process, for the administrator if nobody else is named. */
  transport(options: InProcessOptions = {}): InProcessTransport {
    this.#checkOpen();
    const credentials: Credentials =
      options.token === undefined ? { user: userOf(options) } : { authorization: `Bearer ${options.token}` };
    const transport = new InProcessTransport({
      handle: this.handle,
      credentials,
      clock: this.#parts.state.clock,
      failure: clientFailure,
      sharesObjects: options.unsafeShareObjects ?? false,
      onClose: () => this.#transports.delete(transport),
    });
    this.#transports.add(transport);
    return transport;
  }

  /** Serves HTTPS as well. Rejects with ApiServerError `CANNOT_LISTEN`. */
  async listen({ host = "127.0.0.1", port = 0 }: ListenOptions = {}): Promise<ListeningServer> {
    this.#checkOpen();
    if (this.#https !== undefined) {
      throw new ApiServerError("CANNOT_LISTEN", `the server listens already, at ${this.#address?.url}`);
    }
    const authority = this.#certificateAuthority();
    createAuthenticationConfig(this.#parts.state, authority.certificate);
    const certificate = authority.issue({
      commonName: "kube-apiserver",
      usages: ["server"],
      dnsNames: [
        "localhost",
        "kubernetes",
        "kubernetes.default",
        "kubernetes.default.svc",
        "kubernetes.default.svc.cluster.local",
        ...(isAddress(host) ? [] : [host]),
      ],
      ipAddresses: [...new Set(["127.0.0.1", "::1", this.#parts.serviceAddress, ...(isAddress(host) ? [host] : [])])],
    });
    this.#https = new HttpsServer({ handle: this.handle, certificate, authority: authority.certificate });
    try {
      const address = await this.#https.listen(host, port);
      const reached = reachableHost(host);
      this.#address = {
        url: `https://${reached.includes(":") ? `[${reached}]` : reached}:${address.port}`,
        port: address.port,
        certificateAuthority: authority.certificate,
      };
      return this.#address;
    } catch (error) {
      this.#https = undefined;
      throw error;
    }
  }

  /**
   * Ends what `listen` began: all connections at once, and the port is free. Objects stay, and so does the authority: who trusted the server
   * before does so when it listens again.
   */
  async stopListening(): Promise<void> {
    const https = this.#https;
    this.#https = undefined;
    this.#address = undefined;
    await https?.close();
  }

  /** A client certificate that proves to this server who someone is. */
  issueClientCertificate(identity: Identity = {}): IssuedCertificate {
    const { name, groups } = userOf(identity);
    return this.#certificateAuthority().issue({ commonName: name, organizations: groups, usages: ["client"] });
  }

  /** A kubeconfig for a server that listens, for the administrator if nobody else is named. */
  kubeconfig(identity: Identity = {}): string {
    if (this.#address === undefined) {
      throw new ApiServerError(
        "INVALID_OPTION",
        "the server does not listen, so a kubeconfig has no address: call listen() first",
      );
    }
    const { url, certificateAuthority } = this.#address;
    return kubeconfigText({ url, certificateAuthority, ...this.issueClientCertificate(identity) });
  }

  /** Ends everything at once: open requests, watches and connections. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#compaction.stop();
    for (const transport of [...this.#transports]) await transport.close();
    await this.#https?.close();
    this.#parts.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Keys take a while to make: not before someone needs one. */
  #certificateAuthority(): Authority {
    const { clock, random } = this.#options;
    this.#authority ??= createAuthority({
      name: "kubewright-ca",
      ...(clock !== undefined && { clock }),
      ...(random !== undefined && { random }),
    });
    return this.#authority;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new ApiServerError("CLOSED", "the server was closed");
  }
}

function userOf({ user, groups }: Identity): User {
  return {
    name: user ?? "admin",
    uid: "",
    groups: groups ?? (user === undefined ? ["system:masters"] : []),
    extra: {},
  };
}

/** What `@kubewright/client` knows its own errors by: they are `instanceof ClientError` there. */
const clientErrorBrand = Symbol.for("@kubewright/client.ClientError");

const clientFailure: TransportFailure = (code, message) => {
  const error = Object.assign(new Error(message), { name: "ClientError", code });
  return Object.defineProperty(error, clientErrorBrand, { value: true });
};

function isAddress(host: string): boolean {
  return /^[0-9.]+$/.test(host) || host.includes(":");
}

/** Who listens everywhere is reached here. */
function reachableHost(host: string): string {
  return host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
}
