import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock, Scheduled } from "@kubewright/api";
import { messageOf, RuntimeError } from "../../errors.ts";
import { describeOption, type OptionOrigins } from "../../option-origin.ts";
import type { Logger } from "../log/logger.ts";
import { type CertificatePair, selfSignedCertificate } from "./self-signed-certificate.ts";

export interface ServingCertificateOptions {
  /** Where `tls.crt` and `tls.key` are, PEM, as a mounted Secret has them. @default a certificate is made that signs itself */
  readonly folder?: string | undefined;
  /** The flags that errors are to name in place of `metrics.certificateFolder`. */
  readonly origins?: OptionOrigins | undefined;
  readonly log: Logger;
  readonly clock: Clock;
}

/** How often files are looked at. */
const intervalMs = 10_000;

/** What a server proves with who it is: files that may be replaced while it runs, or a certificate of its own making. */
export class ServingCertificate {
  readonly #options: ServingCertificateOptions;
  #pair: CertificatePair | undefined;
  #timer: Scheduled | undefined;

  constructor(options: ServingCertificateOptions) {
    this.#options = options;
  }

  /** What errors call it. */
  get described(): string {
    const { folder, origins } = this.#options;
    return folder === undefined
      ? "a certificate that signs itself"
      : `the certificate and key of ${describeOption("metrics.certificateFolder", folder, origins)}`;
  }

  /** Throws RuntimeError `INVALID_SETUP` when the files cannot be read. */
  get(): CertificatePair {
    const { folder, clock } = this.#options;
    this.#pair ??= folder === undefined ? selfSignedCertificate({ clock }) : this.#read(folder);
    return this.#pair;
  }

  /** Calls `use` with each pair that the files have from now on, until disposed. One that it throws at is logged, and the last stays. */
  follow(use: (pair: CertificatePair) => void): Disposable {
    const { folder, clock, log } = this.#options;
    const lookIn = (known: string): void => {
      this.#timer = clock.schedule(intervalMs, () => {
        try {
          const pair = this.#read(known);
          if (pair.cert !== this.#pair?.cert || pair.key !== this.#pair.key) {
            use(pair);
            this.#pair = pair;
            log.info({ folder: known }, "the certificate of the metrics was replaced");
          }
        } catch (error) {
          log.warn({ err: error, folder: known }, "a new certificate of the metrics cannot be used");
        }
        lookIn(known);
      });
    };
    if (folder !== undefined) lookIn(folder);
    return { [Symbol.dispose]: () => this.#timer?.cancel() };
  }

  #read(folder: string): CertificatePair {
    const pem = (name: string) => readFileSync(join(folder, name), "utf8");
    try {
      return { cert: pem("tls.crt"), key: pem("tls.key") };
    } catch (error) {
      const described = describeOption("metrics.certificateFolder", folder, this.#options.origins);
      throw new RuntimeError(
        "INVALID_SETUP",
        `${described} should have tls.crt and tls.key: ${messageOf(error)}; without it, a certificate is made`,
        { cause: error },
      );
    }
  }
}
