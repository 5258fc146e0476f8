import { byteLength } from "../text/byte-text.ts";

/** How a name is checked. */
export interface NameOptions {
  /** Whether the server will complete the name, as it does `metadata.generateName`: it may then end in a dash. @default false */
  readonly isPrefix?: boolean;
}

const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const underscoreSubdomain = /^_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*$/;
const wildcardSubdomain = /^\*\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const label1035 = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;
const configKey = /^[-._a-zA-Z0-9]+$/;
const environmentName = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;
const headerName = /^[-A-Za-z0-9]+$/;
const percentage = /^[0-9]+%$/;

/** What is wrong with a name of a Namespace, Service port, container …: a label of DNS. Empty when it is good. */
export function validateDns1123Label(value: string, options: NameOptions = {}): string[] {
  const name = options.isPrefix ? maskTrailingDash(value) : value;
  const problems = tooLong(name, 63);
  if (label.test(name)) return problems;
  if (subdomain.test(name)) return [...problems, "must not contain dots"];
  const rule =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  return [...problems, formatProblem(rule, label, ["my-name", "123-abc"])];
}

/** What is wrong with a name of most kinds: labels of DNS with dots between them. Empty when it is good. */
export function validateDns1123Subdomain(value: string, options: NameOptions = {}): string[] {
  const name = options.isPrefix ? maskTrailingDash(value) : value;
  const rule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
  return [...tooLong(name, 253), ...mismatch(name, rule, subdomain, ["example.com"])];
}

/** As `validateDns1123Subdomain`, with underscores allowed. */
export function validateDns1123SubdomainWithUnderscore(value: string): string[] {
  const rule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character";
  return [...tooLong(value, 253), ...mismatch(value, rule, underscoreSubdomain, ["example.com"])];
}

/** What is wrong with a host of an Ingress that begins with `*.`. Empty when it is good. */
export function validateWildcardDns1123Subdomain(value: string): string[] {
  const rule =
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character";
  return [...tooLong(value, 253), ...mismatch(value, rule, wildcardSubdomain, ["*.example.com"])];
}

/** What is wrong with a name of a Service: a label of DNS that begins with a letter. Empty when it is good. */
export function validateDns1035Label(value: string, options: NameOptions = {}): string[] {
  const name = options.isPrefix ? maskTrailingDash(value) : value;
  const rule =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
  return [...tooLong(name, 63), ...mismatch(name, rule, label1035, ["my-name", "abc-123"])];
}

/** What is wrong with a name of kinds that allow almost anything, as roles do: it must fit into a path. Empty when it is good. */
export function validatePathSegmentName(value: string, options: NameOptions = {}): string[] {
  if (!options.isPrefix && (value === "." || value === "..")) return [`may not be '${value}'`];
  return ["/", "%"].filter((bad) => value.includes(bad)).map((bad) => `may not contain '${bad}'`);
}

/** What is wrong with the name of a container's port. Empty when it is good. */
export function validatePortName(value: string): string[] {
  const problems = tooLong(value, 15);
  if (!/^[-a-z0-9]+$/.test(value)) {
    problems.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  }
  if (!/[a-z]/.test(value)) problems.push("must contain at least one letter (a-z)");
  if (value.includes("--")) problems.push("must not contain consecutive hyphens");
  if (value.startsWith("-") || value.endsWith("-")) problems.push("must not begin or end with a hyphen");
  return problems;
}

/** What is wrong with a port's number. Empty when it is good. */
export function validatePortNumber(value: number): string[] {
  return outside(value, 1, 65_535);
}

/** What is wrong with a user or group id of a security context. Empty when it is good. */
export function validateUnixId(value: number): string[] {
  return outside(value, 0, 2_147_483_647);
}

/** What is wrong with an identifier of C. Empty when it is good. */
export function validateCIdentifier(value: string): string[] {
  const rule =
    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'";
  return mismatch(value, rule, identifier, ["my_name", "MY_NAME", "MyName"]);
}

/** What is wrong with a key of a ConfigMap or Secret. Empty when it is good. */
export function validateConfigMapKey(value: string): string[] {
  const rule = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
  return [
    ...tooLong(value, 253),
    ...mismatch(value, rule, configKey, ["key.name", "KEY_NAME", "key-name"]),
    ...leavesFolder(value),
  ];
}

/** What is wrong with a name of an environment variable by the rule that servers before 1.34 apply. Empty when it is good. */
export function validateStrictEnvVarName(value: string): string[] {
  const rule =
    "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit";
  return [
    ...mismatch(value, rule, environmentName, ["my.env-name", "MY_ENV.NAME", "MyEnvName1"]),
    ...leavesFolder(value),
  ];
}

/** What is wrong with a name of an environment variable. Empty when it is good. */
export function validateEnvVarName(value: string): string[] {
  if (value === "") return ["environment variable name must be non-empty"];
  if (/^[ -<>-~]*$/.test(value)) return [];
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

/** What is wrong with the name of an HTTP header of a probe. Empty when it is good. */
export function validateHttpHeaderName(value: string): string[] {
  const rule = "a valid HTTP header must consist of alphanumeric characters or '-'";
  return mismatch(value, rule, headerName, ["X-Header-Name"]);
}

/** What is wrong with a percentage. Empty when it is good. */
export function validatePercent(value: string): string[] {
  const rule = "a valid percent string must be a numeric string followed by an ending '%'";
  return mismatch(value, rule, percentage, ["1%", "93%"]);
}

/** What is wrong when `value` does not have the form of the anchored `pattern`: the rule, examples and the pattern. Empty when it has. */
export function mismatch(value: string, rule: string, pattern: RegExp, examples: readonly string[]): string[] {
  return pattern.test(value) ? [] : [formatProblem(rule, pattern, examples)];
}

// The comma before "or" is the server's.
function formatProblem(rule: string, pattern: RegExp, examples: readonly string[]): string {
  const list = examples.map((example) => `'${example}', `).join(" or ");
  return `${rule} (e.g. ${list}regex used for validation is '${pattern.source.slice(1, -1)}')`;
}

function tooLong(value: string, limit: number): string[] {
  return byteLength(value) > limit ? [`must be no more than ${limit} characters`] : [];
}

function outside(value: number, low: number, high: number): string[] {
  return value >= low && value <= high ? [] : [`must be between ${low} and ${high}, inclusive`];
}

function leavesFolder(value: string): string[] {
  if (value === "." || value === "..") return [`must not be '${value}'`];
  return value.startsWith("..") ? ["must not start with '..'"] : [];
}

/** The server checks a prefix as if its last two characters were one letter. */
function maskTrailingDash(value: string): string {
  return value.length > 1 && value.endsWith("-") ? `${value.slice(0, -2)}a` : value;
}
