import type { Clock } from "@kubewright/api";
import { parseCertificates } from "../credential/certificate-pair.ts";
import { RotatingFiles } from "../credential/rotating-files.ts";
import type { CertificateAuthority } from "../transport/connection.ts";

/** An authority at hand. Throws ClientError `INVALID_CREDENTIAL`, naming `source`, when it has no certificate. */
export function certificateAuthorityOf(pem: string, source: string): CertificateAuthority {
  parseCertificates(pem, source);
  return { pem: () => pem };
}

/** An authority in a file, read again when it is replaced. `source` says in errors where the file is named. */
export function certificateAuthorityFile(path: string, source: string, clock: Clock): CertificateAuthority {
  const file = new RotatingFiles({
    files: [{ path, code: "INVALID_CREDENTIAL", what: source, fix: "correct the path or create the file" }],
    parse: ([text = ""]) => {
      parseCertificates(text, `${path} (${source})`);
      return text;
    },
    clock,
  });
  return { pem: () => file.fresh ?? file.read() };
}
