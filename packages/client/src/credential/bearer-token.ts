import { ClientError } from "../errors.ts";
import { type Credential, HiddenPresentation, type Presentation } from "./credential.ts";

/** A presentation of `token`. Throws ClientError `INVALID_CREDENTIAL`, naming `source`, when no header can carry it. */
export function bearerPresentation(token: string, source: string): Presentation {
  if (token === "") {
    throw new ClientError("INVALID_CREDENTIAL", `${source} is empty; put a bearer token there`);
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new ClientError(
      "INVALID_CREDENTIAL",
      `${source} has white space or characters outside ASCII, which no token has; write the token alone, on one line`,
    );
  }
  return new HiddenPresentation({ headers: { authorization: `Bearer ${token}` } });
}

/** A token that never changes. */
export class BearerToken implements Credential {
  readonly description: string;
  readonly #presentation: Presentation;

  /** @param source Where the token is from, for errors: `users[0].user.token in /home/me/.kube/config`. */
  constructor(token: string, source?: string) {
    this.description = source === undefined ? "the token" : `the token (${source})`;
    this.#presentation = bearerPresentation(token, source ?? "the token");
  }

  async present(): Promise<Presentation> {
    return this.#presentation;
  }

  reject(): boolean {
    return false;
  }
}
