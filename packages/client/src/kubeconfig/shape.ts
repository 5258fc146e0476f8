/** What a field of a kubeconfig may hold. Absent, null and fields that are not listed are always allowed. */
export type Shape =
  | "string"
  | "boolean"
  /** Base64 with padding; line breaks are ignored. */
  | "base64"
  | "anything"
  | { readonly fields: Readonly<Record<string, Shape>> }
  | { readonly items: Shape }
  | { readonly values: Shape };

const strings: Shape = { items: "string" };
const extensions: Shape = { items: { fields: { name: "string", extension: "anything" } } };

const cluster: Shape = {
  fields: {
    server: "string",
    "tls-server-name": "string",
    "insecure-skip-tls-verify": "boolean",
    "certificate-authority": "string",
    "certificate-authority-data": "base64",
    "proxy-url": "string",
    "disable-compression": "boolean",
    extensions,
  },
};

const user: Shape = {
  fields: {
    "client-certificate": "string",
    "client-certificate-data": "base64",
    "client-key": "string",
    "client-key-data": "base64",
    token: "string",
    tokenFile: "string",
    as: "string",
    "as-uid": "string",
    "as-groups": strings,
    "as-user-extra": { values: strings },
    username: "string",
    password: "string",
    "auth-provider": { fields: { name: "string", config: { values: "string" } } },
    exec: {
      fields: {
        apiVersion: "string",
        command: "string",
        args: strings,
        env: { items: { fields: { name: "string", value: "string" } } },
        installHint: "string",
        provideClusterInfo: "boolean",
        interactiveMode: "string",
      },
    },
    extensions,
  },
};

const context: Shape = { fields: { cluster: "string", user: "string", namespace: "string", extensions } };

/** The shape of a whole kubeconfig. */
export const kubeconfigShape: Shape = {
  fields: {
    apiVersion: "string",
    kind: "string",
    "current-context": "string",
    clusters: { items: { fields: { name: "string", cluster } } },
    users: { items: { fields: { name: "string", user } } },
    contexts: { items: { fields: { name: "string", context } } },
    extensions,
  },
};

/** The first thing in `value` that does not fit, as `field` and what is wrong; values are never part of it. */
export function findMisfit(value: unknown, shape: Shape, field = ""): { field: string; problem: string } | undefined {
  if (value === undefined || value === null || shape === "anything") return undefined;
  if (shape === "string" || shape === "boolean") {
    if (typeof value === shape) return undefined;
    const fix = shape === "string" && typeof value !== "object" ? "; put it in quotes" : "";
    return { field, problem: `must be a ${shape}, but is ${kindOf(value)}${fix}` };
  }
  if (shape === "base64") {
    if (typeof value !== "string") return { field, problem: `must be base64 text, but is ${kindOf(value)}` };
    if (decodeBase64(value) !== undefined) return undefined;
    const cause = value.includes("-----BEGIN") ? "is PEM, not base64 of it" : "is not base64";
    return { field, problem: `${cause}; encode the PEM file with: base64 -w0 FILE` };
  }
  if ("items" in shape) {
    if (!Array.isArray(value)) return { field, problem: `must be a list, but is ${kindOf(value)}` };
    return first(value.map((item, index) => () => findMisfit(item, shape.items, `${field}[${index}]`)));
  }
  if (typeof value !== "object" || Array.isArray(value)) {
    return { field, problem: `must be a mapping, but is ${kindOf(value)}` };
  }
  const prefix = field === "" ? "" : `${field}.`;
  const entries = Object.entries(value);
  return first(
    entries.map(([name, part]) => () => {
      const partShape = "values" in shape ? shape.values : shape.fields[name];
      return partShape === undefined ? undefined : findMisfit(part, partShape, `${prefix}${name}`);
    }),
  );
}

/** The text that base64 stands for, or undefined when it is not base64. */
export function decodeBase64(encoded: string): string | undefined {
  const text = encoded.replace(/[\r\n]/g, "");
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  return Buffer.from(text, "base64").toString("utf8");
}

function first<T>(candidates: readonly (() => T | undefined)[]): T | undefined {
  for (const candidate of candidates) {
    const found = candidate();
    if (found !== undefined) return found;
  }
  return undefined;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  return typeof value === "bigint" ? "a number" : `a ${typeof value}`;
}
