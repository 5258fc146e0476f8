import type { ClientCertificate } from "@kubewright/client";

/** A kubeconfig, as YAML text, in which `user` talks to the server at `url`. Holds the user's private key. */
export function kubeconfigText(url: string, caCertificate: string, user: ClientCertificate): string {
  return `apiVersion: v1
kind: Config
current-context: reference
contexts:
  - name: reference
    context:
      cluster: reference
      user: reference
clusters:
  - name: reference
    cluster:
      server: ${url}
      certificate-authority-data: ${base64(caCertificate)}
users:
  - name: reference
    user:
      client-certificate-data: ${base64(user.cert)}
      client-key-data: ${base64(user.key)}
`;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
