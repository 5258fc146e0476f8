import { validateDns1123Subdomain } from "@kubewright/api";
import { joinProblems, quote } from "@kubewright/api/server";

const pathPattern = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

/** What is wrong with extra values that someone wants to have in a constrained way; undefined when nothing is. */
export function extraProblem(extra: Readonly<Record<string, readonly string[]>>): string | undefined {
  for (const [key, values] of Object.entries(extra)) {
    if (key === "") return "impersonating the empty string key in extra is not allowed";
    const problems = keyProblems(key);
    if (problems.length > 0) {
      return `impersonating an invalid key in extra is not allowed: ${joinProblems(problems)}`;
    }
    if (key !== key.toLowerCase()) return `impersonating a non-lowercase key in extra is not allowed: ${quote(key)}`;
    if (values.length === 0) return "impersonating empty values in extra is not allowed";
    if (values.includes("")) return "impersonating the empty string value in extra is not allowed";
  }
  return undefined;
}

function keyProblems(key: string): string[] {
  const invalid = (value: string, problem: string): string => `extra.key: Invalid value: ${quote(value)}: ${problem}`;
  const slash = key.indexOf("/");
  const host = key.slice(0, slash);
  const path = key.slice(slash + 1);
  if (slash === -1 || host === "" || path === "") {
    return [invalid(key, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const problems = validateDns1123Subdomain(host).map((problem) => invalid(host, problem));
  if (!new RegExp(`^${pathPattern}$`).test(path)) {
    problems.push(invalid(path, `Invalid path (regex used for validation is '${pathPattern}')`));
  }
  return problems;
}
