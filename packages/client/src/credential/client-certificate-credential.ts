import type { Clock } from "@kubewright/api";
import { type CertificatePair, checkValidity, parseCertificatePair } from "./certificate-pair.ts";
import { type Credential, HiddenPresentation, type Presentation } from "./credential.ts";
import { RotatingFiles } from "./rotating-files.ts";

/** PEM, at hand or in a file. `source` says in errors where it was configured: `users[0].user.client-key in config`. */
export type PemSource =
  | { readonly pem: string; readonly source: string }
  | { readonly file: string; readonly source: string };

export interface ClientCertificateOptions {
  readonly cert: PemSource;
  readonly key: PemSource;
  readonly clock: Clock;
}

interface Held {
  readonly pair: CertificatePair;
  readonly presentation: Presentation;
}

/** A certificate for the TLS handshake; one in files is read again when they are replaced. */
export class ClientCertificateCredential implements Credential {
  readonly description: string;
  readonly #clock: Clock;
  readonly #source: string;
  readonly #held: RotatingFiles<Held>;
  readonly #hasFiles: boolean;

  constructor({ cert, key, clock }: ClientCertificateOptions) {
    const names = { cert: nameOf(cert), key: nameOf(key) };
    this.#clock = clock;
    this.#source = names.cert;
    this.description = `the client certificate in ${names.cert}`;
    this.#hasFiles = "file" in cert || "file" in key;
    this.#held = new RotatingFiles({
      files: [cert, key].flatMap((pem) =>
        "file" in pem
          ? [
              {
                path: pem.file,
                code: "INVALID_CREDENTIAL" as const,
                what: pem.source,
                fix: "correct the path or create the file",
              },
            ]
          : [],
      ),
      parse: (texts) => {
        const rest = [...texts];
        const certText = "pem" in cert ? cert.pem : (rest.shift() ?? "");
        const keyText = "pem" in key ? key.pem : (rest.shift() ?? "");
        const pair = parseCertificatePair(certText, keyText, names);
        return { pair, presentation: new HiddenPresentation({ certificate: pair.certificate }) };
      },
      clock,
    });
  }

  async present(): Promise<Presentation> {
    let held = this.#held.fresh ?? (await this.#held.read());
    const now = this.#clock.now();
    if (now > held.pair.notAfter) {
      this.#held.invalidate();
      held = await this.#held.read();
    }
    checkValidity(held.pair, now, this.#source);
    return held.presentation;
  }

  reject(): boolean {
    this.#held.invalidate();
    return this.#hasFiles;
  }
}

function nameOf(pem: PemSource): string {
  return "file" in pem ? `${pem.file} (${pem.source})` : pem.source;
}
