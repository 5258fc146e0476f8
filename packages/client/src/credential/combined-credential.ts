import { type Credential, HiddenPresentation, type Presentation } from "./credential.ts";

/** Presents what each of several credentials presents; where two set the same thing, the later one counts. */
export class CombinedCredential implements Credential {
  readonly description: string | undefined;
  readonly #credentials: readonly Credential[];
  #last: { readonly parts: readonly Presentation[]; readonly whole: Presentation } | undefined;

  constructor(credentials: readonly Credential[]) {
    this.#credentials = credentials;
    const descriptions = credentials.flatMap(({ description }) => description ?? []);
    this.description = descriptions.length === 0 ? undefined : descriptions.join(" and ");
  }

  async present(): Promise<Presentation> {
    const parts = await Promise.all(this.#credentials.map((credential) => credential.present()));
    const last = this.#last;
    if (last?.parts.every((part, index) => part === parts[index])) return last.whole;
    const certificate = parts.findLast((part) => part.certificate !== undefined)?.certificate;
    const whole = new HiddenPresentation({
      headers: Object.assign({}, ...parts.map((part) => part.headers)),
      certificate,
    });
    this.#last = { parts, whole };
    return whole;
  }

  reject(rejected: Presentation): boolean {
    const last = this.#last;
    // Replaced since: what is presented now has not been refused.
    if (last === undefined || last.whole !== rejected) return true;
    return this.#credentials.map((credential, index) => credential.reject(last.parts[index]!)).includes(true);
  }
}
