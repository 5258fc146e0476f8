import { validateDns1123Label, validateDns1123Subdomain } from "@kubewright/api";

/** What a name in a project has to be. */
export interface NamingRule {
  /** In a sentence that begins with the flag. */
  readonly rule: string;
  readonly example: string;
  /** Whether a name follows it. */
  test(name: string): boolean;
}

/** Of what is named `<project>-controller-manager-metrics-service`, which has to be at most 63 characters. */
const longestProjectName = 63 - "-controller-manager-metrics-service".length;

/**
 * Of the scaffolded code and of the language: a kind is the name of a type and a value in its module, and would hide them.
 */
const takenNames: ReadonlySet<string> = new Set([
  ...["Array", "JSON", "Object", "Promise", "Set", "String", "URL"],
  ...["Condition", "CustomResource", "Int32", "Manager", "ReconcileContext", "Reconciler", "Result"],
]);

/** The flags whose values are names. */
export type NameFlag = "domain" | "project-name" | "repo" | "group" | "version" | "kind" | "plural";

/** The rules for what users name, by flag. */
export const namingRules: Readonly<Record<NameFlag, NamingRule>> = {
  domain: {
    rule: "is a DNS name in small letters",
    example: "example.com",
    test: (name) => validateDns1123Subdomain(name).length === 0,
  },
  "project-name": {
    rule: `is small letters, digits and -, begins with a letter, and has at most ${longestProjectName} characters: it begins the names of services`,
    example: "memcached-operator",
    test: (name) => validateDns1123Label(name).length === 0 && /^[a-z]/.test(name) && name.length <= longestProjectName,
  },
  repo: {
    rule: "is a path without spaces",
    example: "github.com/example/memcached-operator",
    test: (name) => /^[\w.~@-]+(\/[\w.~-]+)*$/.test(name),
  },
  group: {
    rule: "is small letters, digits and -, without a dot: the domain of the project comes behind it",
    example: "cache",
    test: (name) => validateDns1123Label(name).length === 0,
  },
  version: {
    rule: "is v and a number, then alpha or beta and a number unless it is stable",
    example: "v1alpha1",
    test: (name) => /^v[1-9]\d*((alpha|beta)[1-9]\d*)?$/.test(name),
  },
  kind: {
    rule: "is CamelCase: letters and digits, beginning with a capital, at most 63 characters",
    example: "Memcached",
    test: (name) => /^[A-Z][A-Za-z0-9]{0,62}$/.test(name),
  },
  plural: {
    rule: "is small letters, digits and -",
    example: "memcacheds",
    test: (name) => validateDns1123Label(name).length === 0,
  },
};

/** What is wrong with a name, with the rule and an example; undefined when it is right. */
export function nameProblem(flag: NameFlag, name: string): string | undefined {
  const { rule, example, test } = namingRules[flag];
  if (!test(name)) return `--${flag} ${JSON.stringify(name)}: it ${rule}, as ${suggestion(flag, name) ?? example}`;
  if (flag === "kind" && takenNames.has(name)) {
    return `--kind ${name}: the language or the scaffolded code has something of that name; take another, as ${name}Claim`;
  }
  return undefined;
}

/** What the user may have meant, where that is plain. */
function suggestion(flag: NameFlag, name: string): string | undefined {
  const { test } = namingRules[flag];
  const candidate =
    flag === "kind"
      ? name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
      : flag === "group"
        ? name.toLowerCase().split(".")[0]!
        : name.toLowerCase();
  return candidate !== name && test(candidate) ? candidate : undefined;
}
