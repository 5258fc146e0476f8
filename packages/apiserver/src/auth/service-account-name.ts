import { validateDns1123Label, validateDns1123Subdomain } from "@kubewright/api";

const prefix = "system:serviceaccount:";
const allGroup = "system:serviceaccounts";

/** The name by which a service account is known as a user. */
export function serviceAccountUsername(namespace: string, name: string): string {
  return `${prefix}${namespace}:${name}`;
}

/** The groups in which all service accounts of a namespace are. */
export function serviceAccountGroups(namespace: string): string[] {
  return [allGroup, `${allGroup}:${namespace}`];
}

/** The service account that a user is, if it is one. */
export function parseServiceAccountUsername(username: string): { namespace: string; name: string } | undefined {
  if (!username.startsWith(prefix)) return undefined;
  const [namespace = "", name = "", ...more] = username.slice(prefix.length).split(":");
  if (more.length > 0) return undefined;
  if (validateDns1123Label(namespace).length > 0 || validateDns1123Subdomain(name).length > 0) return undefined;
  return { namespace, name };
}
