/** What is shown to the server with a request. */
export interface Presentation {
  /** Lower-case names; values go out as UTF-8. Secret: never logged. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** For the TLS handshake, PEM. Secret: never logged. */
  readonly certificate?: ClientCertificate | undefined;
}

export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Proves who is asking. */
export interface Credential {
  /** What it is and where it is from, to end "the server does not accept …" with. Never secret. */
  readonly description?: string | undefined;
  /** What to present now; a promise only where it has to be fetched. Cheap to call for each request: the same object until expiry or rotation. */
  present(): Presentation | Promise<Presentation>;
  /** Told when the server answered 401 to `rejected`. True when a new `present()` may fare better. */
  reject(rejected: Presentation): boolean;
}

/** A presentation whose secrets are not shown by `util.inspect` or JSON. */
export class HiddenPresentation implements Presentation {
  readonly #headers: Presentation["headers"];
  readonly #certificate: ClientCertificate | undefined;

  constructor(parts: Presentation) {
    this.#headers = parts.headers;
    this.#certificate = parts.certificate;
  }

  get headers(): Presentation["headers"] {
    return this.#headers;
  }

  get certificate(): ClientCertificate | undefined {
    return this.#certificate;
  }
}

/** Presents nothing: the server sees `system:anonymous`. */
export class Anonymous implements Credential {
  readonly description: string = "a request without a credential";
  readonly #nothing: Presentation = Object.freeze({});

  async present(): Promise<Presentation> {
    return this.#nothing;
  }

  reject(): boolean {
    return false;
  }
}
