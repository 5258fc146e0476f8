import { generateKeyPairSync } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Authority } from "@kubewright/apiserver";

/** Names that the API server's certificate is for, besides its addresses: those of the `kubernetes` service, as in a cluster. */
const dnsNames = [
  "localhost",
  "kubernetes",
  "kubernetes.default",
  "kubernetes.default.svc",
  "kubernetes.default.svc.cluster.local",
];

const serviceRange = "10.0.0.0/24";
/** The address in `serviceRange` that the `kubernetes` service gets. */
const serviceAddress = "10.0.0.1";

/** Writes the certificates and keys that the API server needs into `folder`. */
export async function writeServerFiles(folder: string, authority: Authority): Promise<void> {
  const server = authority.issue({
    commonName: "kube-apiserver",
    usages: ["server"],
    dnsNames,
    ipAddresses: ["127.0.0.1", "::1", serviceAddress],
  });
  const serviceAccount = generateKeyPairSync("ec", {
    namedCurve: "prime256v1",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const contents = {
    "ca.crt": authority.certificate,
    "apiserver.crt": server.cert,
    "apiserver.key": server.key,
    "service-account.key": serviceAccount.privateKey,
    "service-account.pub": serviceAccount.publicKey,
  };
  await mkdir(join(folder, "pki"), { mode: 0o700 });
  for (const [name, content] of Object.entries(contents)) {
    await writeFile(join(folder, "pki", name), content, { mode: 0o600 });
  }
}

/**
 * Arguments of etcd.
 *
 * It listens on Unix sockets in its working directory, which only the user can reach; the port in their names is for etcd's flag
 * check alone. Nothing is written through to the disk: the data need not survive the machine.
 */
export function etcdArguments(folder: string): string[] {
  return [
    `--data-dir=${join(folder, "etcd")}`,
    "--listen-client-urls=unix://etcd-client:1",
    "--advertise-client-urls=unix://etcd-client:1",
    "--listen-peer-urls=unix://etcd-peer:1",
    "--initial-advertise-peer-urls=unix://etcd-peer:1",
    "--initial-cluster=default=unix://etcd-peer:1",
    "--unsafe-no-fsync",
  ];
}

/** What varies between API servers. */
export interface ApiServerSettings {
  readonly folder: string;
  readonly port: number;
  readonly serviceAccountAdmission: boolean;
  readonly extraFlags: readonly string[];
}

/** Arguments of kube-apiserver. What is not named is as Kubernetes has it by default. */
export function apiServerArguments({ folder, port, serviceAccountAdmission, extraFlags }: ApiServerSettings): string[] {
  const pki = join(folder, "pki");
  return [
    "--etcd-servers=unix://etcd-client:1",
    "--bind-address=127.0.0.1",
    "--advertise-address=127.0.0.1",
    `--secure-port=${port}`,
    `--cert-dir=${pki}`,
    `--tls-cert-file=${join(pki, "apiserver.crt")}`,
    `--tls-private-key-file=${join(pki, "apiserver.key")}`,
    `--client-ca-file=${join(pki, "ca.crt")}`,
    "--service-account-issuer=https://kubernetes.default.svc.cluster.local",
    `--service-account-key-file=${join(pki, "service-account.pub")}`,
    `--service-account-signing-key-file=${join(pki, "service-account.key")}`,
    `--service-cluster-ip-range=${serviceRange}`,
    "--authorization-mode=RBAC",
    "--allow-privileged=true",
    ...(serviceAccountAdmission ? [] : ["--disable-admission-plugins=ServiceAccount"]),
    ...extraFlags,
  ];
}
