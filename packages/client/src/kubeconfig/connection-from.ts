import { BearerToken } from "../credential/bearer-token.ts";
import { ClientCertificateCredential } from "../credential/client-certificate-credential.ts";
import { CombinedCredential } from "../credential/combined-credential.ts";
import { Anonymous, type ClientCertificate, type Credential } from "../credential/credential.ts";
import { type Impersonation, withImpersonation } from "../credential/impersonation.ts";
import { TokenFile } from "../credential/token-file.ts";
import { ClientError } from "../errors.ts";
import { type Host, systemHost } from "../host.ts";
import type { CertificateAuthority, Connection } from "../transport/connection.ts";
import { certificateAuthorityFile, certificateAuthorityOf } from "./certificate-authority.ts";
import { parseProxy, proxyFromEnvironment } from "./http-proxy.ts";
import { isThisMachine } from "./no-proxy.ts";

/** An API server, and who is asking, in the caller's own words. */
export interface ConnectionOptions {
  /** `https://host:port`, with the path in front of the API if there is one. A token goes over `http:` to this machine only. */
  readonly server: string;
  /** PEM. Absent, also as a file: the authorities that Node trusts. */
  readonly certificateAuthority?: string;
  /** Read again when it is replaced. */
  readonly certificateAuthorityFile?: string;
  readonly tlsServerName?: string;
  /** @default false */
  readonly insecureSkipTlsVerify?: boolean;
  /** The URL of a proxy; false for none. @default what HTTPS_PROXY and NO_PROXY say */
  readonly proxyUrl?: string | false;
  readonly token?: string;
  /** Read again when it is replaced. */
  readonly tokenFile?: string;
  /** PEM. */
  readonly clientCertificate?: ClientCertificate;
  /** Paths; read again when they are replaced. */
  readonly clientCertificateFiles?: ClientCertificate;
  /** Instead of a token or certificate. */
  readonly credential?: Credential;
  readonly impersonate?: Impersonation;
  /** @default "default" */
  readonly namespace?: string;
  /** @default false */
  readonly disableCompression?: boolean;
  readonly userAgent?: string;
  readonly host?: Host;
}

/**
 * A connection made of explicit settings. Files are read when it is first used.
 *
 * Throws ClientError `INVALID_CONFIG` or `INVALID_CREDENTIAL` for settings that cannot be used, and `INVALID_ARGUMENT` for
 * those that contradict each other.
 */
export function connectionFrom(options: ConnectionOptions): Connection {
  const host = options.host ?? systemHost();
  const server = parseServer(options.server, "server");
  rejectClearText(options, server);
  const credential = credentialOf(options, host);
  const { impersonate } = options;
  return connectionOf({
    server,
    credential: impersonate === undefined ? credential : withImpersonation(credential, impersonate),
    certificateAuthority: authorityOf(options, host),
    proxy:
      options.proxyUrl === undefined
        ? proxyFromEnvironment(server, host.env)
        : options.proxyUrl === false
          ? undefined
          : parseProxy(options.proxyUrl, "proxyUrl"),
    namespace: options.namespace ?? "default",
    tlsServerName: options.tlsServerName,
    insecureSkipTlsVerify: options.insecureSkipTlsVerify,
    disableCompression: options.disableCompression,
    userAgent: options.userAgent,
  });
}

/** What a connection is made of; undefined is the same as absent. */
export type ConnectionParts = Pick<Connection, "server" | "credential" | "namespace"> & {
  readonly [Part in keyof Connection]?: Connection[Part] | undefined;
};

/** The connection with the parts that are there. */
export function connectionOf(parts: ConnectionParts): Connection {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as unknown as Connection;
}

/**
 * The URL of an API server as connections have it. Throws ClientError `INVALID_CONFIG` naming `source`.
 *
 * Without a scheme it is `https:`, other than for kubectl, so that no credential is sent in clear text by accident. Query and
 * fragment are dropped.
 */
export function parseServer(text: string, source: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || (parsed.protocol !== "https:" && parsed.protocol !== "http:")) {
    throw new ClientError("INVALID_CONFIG", `${source} is not the URL of an API server; write https://host:port`);
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new ClientError(
      "INVALID_CONFIG",
      `${source} has a user or password in it: basic authentication is not supported; use a token, a client certificate or an exec plugin`,
    );
  }
  if (parsed.pathname !== "/" && url !== text) {
    throw new ClientError("INVALID_CONFIG", `${source} has a path but no scheme; write https://host:port/path`);
  }
  return `${parsed.origin}${parsed.pathname.replace(/\/+$/, "")}`;
}

function rejectClearText({ token, tokenFile }: ConnectionOptions, server: string): void {
  const { protocol, hostname } = new URL(server);
  if (protocol === "https:" || isThisMachine(hostname.replace(/^\[|\]$/g, ""))) return;
  if (token === undefined && tokenFile === undefined) return;
  throw new ClientError(
    "INVALID_CONFIG",
    `the token would go to ${server} in clear text, for everyone on the way to read; use https, or give no token`,
  );
}

function authorityOf(options: ConnectionOptions, host: Host): CertificateAuthority | undefined {
  const { certificateAuthority: pem, certificateAuthorityFile: file, insecureSkipTlsVerify } = options;
  if (pem !== undefined && file !== undefined) throw conflict("certificateAuthority", "certificateAuthorityFile");
  if ((pem ?? file) !== undefined && insecureSkipTlsVerify === true) {
    throw conflict(pem === undefined ? "certificateAuthorityFile" : "certificateAuthority", "insecureSkipTlsVerify");
  }
  if (pem !== undefined) return certificateAuthorityOf(pem, "certificateAuthority");
  return file === undefined ? undefined : certificateAuthorityFile(file, "certificateAuthorityFile", host.clock);
}

function credentialOf(options: ConnectionOptions, { clock }: Host): Credential {
  const { token, tokenFile, clientCertificate, clientCertificateFiles, credential } = options;
  if (token !== undefined && tokenFile !== undefined) throw conflict("token", "tokenFile");
  if (clientCertificate !== undefined && clientCertificateFiles !== undefined) {
    throw conflict("clientCertificate", "clientCertificateFiles");
  }
  const credentials: Credential[] = [];
  if (clientCertificate !== undefined) {
    const { cert, key } = clientCertificate;
    credentials.push(
      new ClientCertificateCredential({
        cert: { pem: cert, source: "clientCertificate.cert" },
        key: { pem: key, source: "clientCertificate.key" },
        clock,
      }),
    );
  }
  if (clientCertificateFiles !== undefined) {
    const { cert, key } = clientCertificateFiles;
    credentials.push(
      new ClientCertificateCredential({
        cert: { file: cert, source: "clientCertificateFiles.cert" },
        key: { file: key, source: "clientCertificateFiles.key" },
        clock,
      }),
    );
  }
  if (token !== undefined) credentials.push(new BearerToken(token, "token"));
  if (tokenFile !== undefined) credentials.push(new TokenFile({ path: tokenFile, what: "tokenFile", clock }));
  if (credential !== undefined && credentials.length > 0) throw conflict("credential", "a token or client certificate");
  if (credential !== undefined) return credential;
  return credentials.length > 1 ? new CombinedCredential(credentials) : (credentials[0] ?? new Anonymous());
}

/** The error for two options that contradict each other. */
export function conflict(left: string, right: string): ClientError {
  return new ClientError("INVALID_ARGUMENT", `${left} and ${right} are both given; give only one`);
}
