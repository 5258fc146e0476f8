import { ClientError } from "../errors.ts";
import { bearerPresentation } from "./bearer-token.ts";
import { type CertificatePair, parseCertificatePair } from "./certificate-pair.ts";
import { HiddenPresentation, type Presentation } from "./credential.ts";

/** What a plugin's run is good for. */
export interface PluginCredential {
  readonly presentation: Presentation;
  readonly pair?: CertificatePair;
  /** In milliseconds since 1970; Infinity when the plugin named no time. */
  readonly expiresAt: number;
}

/** The one version of the plugin protocol that is spoken. */
export const execApiVersion = "client.authentication.k8s.io/v1";
const rfc3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/**
 * Reads an ExecCredential. Throws ClientError `CREDENTIAL_PLUGIN`, naming `where`.
 *
 * The text is a secret, also when it is not what it should be: no error has a part of it, nor a cause that might.
 */
export function parsePluginOutput(text: string, where: string): PluginCredential {
  if (text.trim() === "") throw unusable(where, "it is empty");
  const output = asObject(parseJson(text, where));
  if (output === undefined) throw unusable(where, "it is not a JSON object");
  if ((output.kind ?? "ExecCredential") !== "ExecCredential") {
    throw unusable(where, `its kind is ${show(output.kind)}, not "ExecCredential"`);
  }
  if (output.apiVersion !== execApiVersion) {
    throw unusable(
      where,
      `its apiVersion is ${show(output.apiVersion)}, but the plugin is configured to use ${JSON.stringify(execApiVersion)}`,
      "update the plugin, or give it the option that makes it print v1",
    );
  }
  const status = asObject(output.status);
  if (status === undefined) throw unusable(where, "it has no status");
  const token = optionalString(status, "token", where);
  const cert = optionalString(status, "clientCertificateData", where);
  const key = optionalString(status, "clientKeyData", where);
  if (token === "" && cert === "" && key === "") {
    throw unusable(where, "its status has neither a token nor clientCertificateData with clientKeyData");
  }
  if ((cert === "") !== (key === "")) {
    const [has, lacks] =
      cert === "" ? ["clientKeyData", "clientCertificateData"] : ["clientCertificateData", "clientKeyData"];
    throw unusable(where, `its status has ${has} but no ${lacks}`);
  }
  const pair =
    cert === ""
      ? undefined
      : parseCertificatePair(cert, key, {
          cert: `status.clientCertificateData of ${where}`,
          key: `status.clientKeyData of ${where}`,
        });
  const headers = token === "" ? undefined : bearerPresentation(token, `status.token of ${where}`).headers;
  return {
    presentation: new HiddenPresentation({ headers, certificate: pair?.certificate }),
    ...(pair === undefined ? {} : { pair }),
    expiresAt: expiryOf(status, where),
  };
}

function expiryOf(status: Record<string, unknown>, where: string): number {
  const text = optionalString(status, "expirationTimestamp", where);
  if (text === "") return Number.POSITIVE_INFINITY;
  const time = rfc3339.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw unusable(where, "its status.expirationTimestamp is not a time like 2030-01-31T12:00:00Z");
  }
  return time;
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable(where, "it is not JSON");
  }
}

function optionalString(status: Record<string, unknown>, field: string, where: string): string {
  const value = status[field] ?? "";
  if (typeof value !== "string") throw unusable(where, `its status.${field} is not a string`);
  return value;
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** A type's name or version, which is no secret unless the plugin mixes things up: only what looks like one is shown. */
function show(value: unknown): string {
  if (value === undefined) return "missing";
  return typeof value === "string" && /^[A-Za-z0-9./]{0,60}$/.test(value) ? JSON.stringify(value) : "something else";
}

function unusable(where: string, problem: string, fix = "run the plugin by hand to see what it prints"): ClientError {
  return new ClientError("CREDENTIAL_PLUGIN", `${where} cannot be used: ${problem}; ${fix}`);
}
