import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";

/** Signs tokens and checks signatures. The key is made when it is needed first. */
export class SigningKey {
  #pair: KeyPair | undefined;

  /** @param privateKey RSA or P-256; absent: a P-256 key is made. */
  constructor(privateKey?: KeyObject) {
    if (privateKey !== undefined) this.#pair = pairOf(privateKey);
  }

  /** How it signs, by the name that tokens carry. */
  get algorithm(): "RS256" | "ES256" {
    return this.#keys.algorithm;
  }

  /** By which the holder of several keys finds it. */
  get id(): string {
    return this.#keys.id;
  }

  sign(text: string): Buffer {
    return sign("sha256", Buffer.from(text), { key: this.#keys.privateKey, dsaEncoding: "ieee-p1363" });
  }

  verifies(text: string, signature: Uint8Array): boolean {
    return verify("sha256", Buffer.from(text), { key: this.#keys.publicKey, dsaEncoding: "ieee-p1363" }, signature);
  }

  /** The public key as a JSON Web Key. */
  toJwk(): Record<string, unknown> {
    const { publicKey, algorithm, id } = this.#keys;
    return { use: "sig", kid: id, alg: algorithm, ...publicKey.export({ format: "jwk" }) };
  }

  get #keys(): KeyPair {
    this.#pair ??= pairOf(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey);
    return this.#pair;
  }
}

interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly algorithm: "RS256" | "ES256";
  readonly id: string;
}

function pairOf(privateKey: KeyObject): KeyPair {
  const publicKey = createPublicKey(privateKey);
  const digest = createHash("sha256")
    .update(publicKey.export({ format: "der", type: "spki" }))
    .digest("base64url");
  return { privateKey, publicKey, algorithm: privateKey.asymmetricKeyType === "rsa" ? "RS256" : "ES256", id: digest };
}
