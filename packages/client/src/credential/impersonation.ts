import { ClientError } from "../errors.ts";
import { CombinedCredential } from "./combined-credential.ts";
import { type Credential, HiddenPresentation, type Presentation } from "./credential.ts";

/** Whom to act as. The one who asks needs the verb `impersonate` on each part. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** `credential`, acting as someone else. Throws ClientError `INVALID_ARGUMENT` when there is no user or a value fits no header. */
export function withImpersonation(credential: Credential, impersonation: Impersonation): Credential {
  return new CombinedCredential([credential, new Impersonating(headersOf(impersonation))]);
}

class Impersonating implements Credential {
  readonly #presentation: Presentation;

  constructor(headers: Record<string, string | string[]>) {
    this.#presentation = new HiddenPresentation({ headers });
  }

  async present(): Promise<Presentation> {
    return this.#presentation;
  }

  reject(): boolean {
    return false;
  }
}

function headersOf({ user, uid, groups = [], extra = {} }: Impersonation): Record<string, string | string[]> {
  if (user === "") {
    throw new ClientError(
      "INVALID_ARGUMENT",
      "impersonation names no user; a uid, groups or extra are allowed only with a user",
    );
  }
  const headers: Record<string, string | string[]> = { "impersonate-user": headerValue(user, "user") };
  if (uid !== undefined && uid !== "") headers["impersonate-uid"] = headerValue(uid, "uid");
  if (groups.length > 0) headers["impersonate-group"] = groups.map((group) => headerValue(group, "group"));
  for (const [key, values] of Object.entries(extra)) {
    if (values.length === 0) continue;
    const name = `impersonate-extra-${escapeHeaderKey(key)}`;
    // The server compares keys in lower case: two that differ only in case are one.
    const sameKey = headers[name] ?? [];
    headers[name] = [...sameKey, ...values.map((value) => headerValue(value, `extra ${JSON.stringify(key)}`))];
  }
  return headers;
}

function headerValue(value: string, part: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a header may not have
  if (/[\x00-\x08\x0a-\x1f\x7f]/.test(value)) {
    throw new ClientError(
      "INVALID_ARGUMENT",
      `the ${part} to impersonate has a line break or control character, which no header can carry: ${JSON.stringify(value)}`,
    );
  }
  return value;
}

function escapeHeaderKey(key: string): string {
  let escaped = "";
  for (const byte of Buffer.from(key, "utf8")) {
    const character = String.fromCharCode(byte);
    escaped += /[A-Za-z0-9!#$&'*+\-.^_`|~]/.test(character) ? character : `%${byte.toString(16).padStart(2, "0")}`;
  }
  return escaped.toLowerCase();
}
