import type { Credential } from "../credential/credential.ts";

/** How to reach one API server, resolved: nothing is left to read but what rotates. Showing it reveals no secret. */
export interface Connection {
  /** `https://host:port/optional/prefix`, without a slash at the end; `http:` where the configuration says so. */
  readonly server: string;
  /** Whom to trust for the server's certificate. Absent: the authorities that Node trusts. */
  readonly certificateAuthority?: CertificateAuthority;
  /** The name the server's certificate must be for, and which is asked for in the handshake. Absent: the host of `server`. */
  readonly tlsServerName?: string;
  /** Whether any certificate of the server will do. @default false */
  readonly insecureSkipTlsVerify?: boolean;
  /** The proxy on the way to `server`, from the kubeconfig or the environment. Absent: none. */
  readonly proxy?: ProxyServer;
  /** Proves who is asking; impersonation is part of it. */
  readonly credential: Credential;
  /** Where namespaced calls go that name no namespace. */
  readonly namespace: string;
  /** Whether responses must not be compressed. @default false */
  readonly disableCompression?: boolean;
  /** Absent: the transport's own. */
  readonly userAgent?: string;
}

/** The certificates that a server's certificate may be signed by. */
export interface CertificateAuthority {
  /** All of them now, PEM; a promise only where they have to be read. Cheap to call for each request: the same string until the source changes. */
  pem(): string | Promise<string>;
}

/** An HTTP proxy to tunnel through with CONNECT. */
export interface ProxyServer {
  /** `http://host:port` or `https://host:port`, without user and password. */
  readonly url: string;
  /** The value of the `proxy-authorization` header, if the configuration names a user. Secret: never logged. */
  authorization(): string | undefined;
}
