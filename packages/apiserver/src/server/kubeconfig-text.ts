/** What a kubeconfig says. Certificates and keys are PEM. */
export interface KubeconfigContent {
  readonly url: string;
  readonly certificateAuthority: string;
  readonly cert: string;
  readonly key: string;
}

/** A kubeconfig of one cluster and one user. */
export function kubeconfigText({ url, certificateAuthority, cert, key }: KubeconfigContent): string {
  return `apiVersion: v1
kind: Config
clusters:
- name: kubewright
  cluster:
    server: ${url}
    certificate-authority-data: ${base64(certificateAuthority)}
users:
- name: kubewright
  user:
    client-certificate-data: ${base64(cert)}
    client-key-data: ${base64(key)}
contexts:
- name: kubewright
  context:
    cluster: kubewright
    user: kubewright
current-context: kubewright
`;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
