import { createPublicKey, verify, X509Certificate } from "node:crypto";
import { quote } from "@kubewright/api/server";

/** What is wrong with a request for a certificate, which is base64 of PEM; undefined when it is good. */
export function requestProblem(base64: string): string | undefined {
  const [block] = pemBlocks(base64);
  if (block?.type !== "CERTIFICATE REQUEST") return "PEM block type must be CERTIFICATE REQUEST";
  return signatureProblem(block.bytes);
}

/** The organizations that a request for a certificate names, which is base64 of PEM; none for what is no such request. */
export function organizationsIn(base64: string): string[] {
  const [block] = pemBlocks(base64);
  if (block === undefined) return [];
  try {
    const [request] = derValues(block.bytes);
    const [info] = derValues((request as DerValue).content);
    const [, subject] = derValues((info as DerValue).content);
    return derValues((subject as DerValue).content)
      .flatMap(({ content }) => derValues(content))
      .map(({ content }) => derValues(content))
      .filter(([type]) => type?.content.toString("hex") === organizationType)
      .map(([, name]) => (name as DerValue).content.toString("utf8"));
  } catch {
    // What cannot be read is refused by validation.
    return [];
  }
}

/** What is wrong with certificates, which are base64 of PEM; undefined when they are good, or none. */
export function certificateProblem(base64: string): string | undefined {
  if (base64 === "") return undefined;
  const blocks = pemBlocks(base64);
  for (const { type, headers, bytes } of blocks) {
    if (type !== "CERTIFICATE") return `only CERTIFICATE PEM blocks are allowed, found ${quote(type)}`;
    if (headers) return "no PEM block headers are permitted";
    try {
      new X509Certificate(bytes);
    } catch {
      return "x509: malformed certificate";
    }
  }
  return blocks.length === 0 ? "must contain at least one CERTIFICATE PEM block" : undefined;
}

interface PemBlock {
  readonly type: string;
  readonly headers: boolean;
  readonly bytes: Buffer;
}

const blockPattern =
  /^-----BEGIN (?<type>[^\n-]*)-----[ \t]*\r?\n(?<headers>(?:[^\n:]+:[^\n]*\n)*\r?\n?)(?<body>[A-Za-z0-9+/=\s]*)-----END \k<type>-----/gm;

function pemBlocks(base64: string): PemBlock[] {
  const text = Buffer.from(base64, "base64").toString("latin1");
  return [...text.matchAll(blockPattern)].map(({ groups }) => {
    const { type = "", headers = "", body = "" } = groups ?? {};
    return { type, headers: headers.includes(":"), bytes: Buffer.from(body, "base64") };
  });
}

interface DerValue {
  readonly tag: number;
  readonly content: Buffer;
  /** With tag and length. */
  readonly whole: Buffer;
}

/** Of the attribute of names that is an organization: 2.5.4.10. */
const organizationType = "55040a";

/** The digests of ways to sign, by the hexadecimal form of their identifiers; null: the way has its own. */
const digests: Readonly<Record<string, readonly [digest: string | null, problem: string]>> = {
  "2a864886f70d010105": ["sha1", "crypto/rsa: verification error"],
  "2a864886f70d01010b": ["sha256", "crypto/rsa: verification error"],
  "2a864886f70d01010c": ["sha384", "crypto/rsa: verification error"],
  "2a864886f70d01010d": ["sha512", "crypto/rsa: verification error"],
  "2a8648ce3d0401": ["sha1", "x509: ECDSA verification failure"],
  "2a8648ce3d040302": ["sha256", "x509: ECDSA verification failure"],
  "2a8648ce3d040303": ["sha384", "x509: ECDSA verification failure"],
  "2a8648ce3d040304": ["sha512", "x509: ECDSA verification failure"],
  "2b6570": [null, "x509: Ed25519 verification failure"],
};

/** Its parameters say how it is done; not checked. */
const pss = "2a864886f70d01010a";

/** Whether who asks has the key that is asked about. */
function signatureProblem(bytes: Buffer): string | undefined {
  try {
    const [request] = derValues(bytes);
    const [info, algorithm, signature] = derValues((request as DerValue).content);
    const [, , key] = derValues((info as DerValue).content);
    const [identifier] = derValues((algorithm as DerValue).content);
    const oid = (identifier as DerValue).content.toString("hex");
    if (oid === pss) return undefined;
    const rule = digests[oid];
    if (rule === undefined) return "x509: cannot verify signature: algorithm unimplemented";
    const publicKey = createPublicKey({ key: (key as DerValue).whole, format: "der", type: "spki" });
    // The first byte of a bit string counts bits that are not used.
    const isGood = verify(rule[0], (info as DerValue).whole, publicKey, (signature as DerValue).content.subarray(1));
    return isGood ? undefined : rule[1];
  } catch {
    return "asn1: structure error: tags don't match";
  }
}

function derValues(bytes: Buffer): DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] as number;
    let length = bytes[at + 1] as number;
    let start = at + 2;
    if (length > 0x80) {
      const count = length & 0x7f;
      length = bytes.readUIntBE(start, count);
      start += count;
    }
    const end = start + length;
    if (end > bytes.length) throw new RangeError("the value is longer than the data");
    values.push({ tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) });
    at = end;
  }
  return values;
}
