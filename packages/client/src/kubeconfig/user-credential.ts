import { BearerToken } from "../credential/bearer-token.ts";
import { ClientCertificateCredential, type PemSource } from "../credential/client-certificate-credential.ts";
import { CombinedCredential } from "../credential/combined-credential.ts";
import { Anonymous, type Credential } from "../credential/credential.ts";
import { type ExecCluster, ExecPlugin, type InteractiveMode } from "../credential/exec-plugin.ts";
import { execApiVersion } from "../credential/exec-plugin-output.ts";
import type { Impersonation } from "../credential/impersonation.ts";
import { TokenFile } from "../credential/token-file.ts";
import { ClientError } from "../errors.ts";
import type { Host } from "../host.ts";
import { isSet, type KubeconfigEntry, type KubeconfigExec, type KubeconfigUser, locationOf } from "./kubeconfig.ts";
import { decodeBase64 } from "./shape.ts";

export interface UserCredentialOptions {
  readonly host: Host;
  /** What a plugin that asks for it is told of the cluster. */
  readonly cluster: () => Promise<ExecCluster>;
  readonly execTimeoutMs?: number;
}

type User = KubeconfigEntry<KubeconfigUser>;

/**
 * The credential that a kubeconfig's user describes, without impersonation. Throws ClientError `INVALID_CONFIG`.
 *
 * A token and a certificate are presented together; a plugin is run only for a user who has neither.
 */
export function userCredential(
  user: User,
  options: UserCredentialOptions,
): { credential: Credential; isPlugin: boolean } {
  rejectUnsupported(user);
  const { token, tokenFile, exec } = user.value;
  const credentials: Credential[] = [];
  const certificate = certificateCredential(user, options.host);
  if (certificate !== undefined) credentials.push(certificate);
  if (isSet(tokenFile)) {
    credentials.push(
      new TokenFile({
        path: tokenFile,
        what: locationOf(user, "tokenFile"),
        clock: options.host.clock,
        ...(isSet(token) ? { fallback: token } : {}),
      }),
    );
  } else if (isSet(token)) {
    credentials.push(new BearerToken(token, locationOf(user, "token")));
  }
  const plugin = exec === undefined ? undefined : execCredential(user, exec, options);
  if (credentials.length === 0 && plugin !== undefined) return { credential: plugin, isPlugin: true };
  if (credentials.length === 0) return { credential: new Anonymous(), isPlugin: false };
  return {
    credential: credentials.length === 1 ? credentials[0]! : new CombinedCredential(credentials),
    isPlugin: false,
  };
}

/** Whom the user acts as. Throws ClientError `INVALID_CONFIG` when a uid, groups or extra come without a user. */
export function userImpersonation(user: User): Impersonation | undefined {
  const { as, "as-uid": uid, "as-groups": groups = [], "as-user-extra": extra = {} } = user.value;
  if (isSet(as)) return { user: as, groups, extra, ...(isSet(uid) ? { uid } : {}) };
  if (!isSet(uid) && groups.length === 0 && Object.keys(extra).length === 0) return undefined;
  throw new ClientError(
    "INVALID_CONFIG",
    `${locationOf(user)} sets as-uid, as-groups or as-user-extra without as; add as: USER or remove them`,
  );
}

function certificateCredential(user: User, host: Host): Credential | undefined {
  const cert = pemSource(user, "client-certificate");
  if (cert === undefined) return undefined;
  const key = pemSource(user, "client-key");
  if (key === undefined) {
    throw new ClientError(
      "INVALID_CONFIG",
      `${locationOf(user)} has a client certificate but no key; add client-key or client-key-data`,
    );
  }
  return new ClientCertificateCredential({ cert, key, clock: host.clock });
}

function pemSource(user: User, field: "client-certificate" | "client-key"): PemSource | undefined {
  const file = user.value[field];
  const data = user.value[`${field}-data`];
  if (isSet(file) && isSet(data)) {
    throw new ClientError("INVALID_CONFIG", `${locationOf(user)} has both ${field} and ${field}-data; remove one`);
  }
  if (isSet(data)) return { pem: decodeBase64(data) ?? "", source: locationOf(user, `${field}-data`) };
  return isSet(file) ? { file, source: locationOf(user, field) } : undefined;
}

function execCredential(
  user: User,
  exec: KubeconfigExec,
  { host, cluster, execTimeoutMs }: UserCredentialOptions,
): ExecPlugin {
  const { apiVersion, command, args, env = [], installHint, provideClusterInfo } = exec;
  if (!isSet(command)) {
    throw new ClientError(
      "INVALID_CONFIG",
      `${locationOf(user, "exec.command")} is missing; name the plugin's program`,
    );
  }
  checkApiVersion(user, apiVersion);
  const unnamed = env.findIndex(({ name }) => !isSet(name));
  if (unnamed >= 0) {
    throw new ClientError(
      "INVALID_CONFIG",
      `${locationOf(user, `exec.env[${unnamed}].name`)} is missing; name the variable`,
    );
  }
  return new ExecPlugin({
    command,
    env: env.map(({ name = "", value = "" }) => ({ name, value })),
    interactiveMode: interactiveModeOf(user, exec),
    source: locationOf(user, "exec"),
    environment: host.env,
    clock: host.clock,
    isInteractive: host.isInteractive ?? false,
    ...(args === undefined ? {} : { args }),
    ...(isSet(installHint) ? { installHint } : {}),
    ...(provideClusterInfo === true ? { cluster } : {}),
    ...(host.showToUser === undefined ? {} : { showToUser: host.showToUser }),
    ...(execTimeoutMs === undefined ? {} : { timeoutMs: execTimeoutMs }),
  });
}

function checkApiVersion(user: User, apiVersion: string | undefined): void {
  if (apiVersion === execApiVersion) return;
  const at = locationOf(user, "exec.apiVersion");
  const fix = `change it to ${execApiVersion}, add interactiveMode: IfAvailable, and update the plugin if it does not print v1`;
  throw new ClientError(
    "INVALID_CONFIG",
    isSet(apiVersion)
      ? `${at} is ${JSON.stringify(apiVersion)}, which is not supported; ${fix}`
      : `${at} is missing; set it to ${execApiVersion}`,
  );
}

function interactiveModeOf(user: User, { interactiveMode }: KubeconfigExec): InteractiveMode {
  if (interactiveMode === "Never" || interactiveMode === "IfAvailable" || interactiveMode === "Always")
    return interactiveMode;
  const state = isSet(interactiveMode) ? `is ${JSON.stringify(interactiveMode)}` : "is missing";
  throw new ClientError(
    "INVALID_CONFIG",
    `${locationOf(user, "exec.interactiveMode")} ${state}; set it to Never, IfAvailable or Always`,
  );
}

function rejectUnsupported(user: User): void {
  const { username, password, "auth-provider": provider } = user.value;
  if (isSet(username) || isSet(password)) {
    throw new ClientError(
      "INVALID_CONFIG",
      `${locationOf(user, isSet(username) ? "username" : "password")}: basic authentication is not supported, nor by API servers since 1.19; ` +
        "use a client certificate, a token or an exec plugin",
    );
  }
  if (provider === undefined) return;
  const name = isSet(provider.name) ? ` ${JSON.stringify(provider.name)}` : "";
  throw new ClientError(
    "INVALID_CONFIG",
    `${locationOf(user, "auth-provider")}: the auth provider${name} is not supported; use an exec plugin instead ` +
      "(gke-gcloud-auth-plugin for gcp, kubelogin for azure and oidc)",
  );
}
