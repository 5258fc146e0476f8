import { dirname, isAbsolute, join, sep } from "node:path";
import type { Document, ErrorCode, ScalarTag } from "yaml";
import { ClientError } from "../errors.ts";
import { Kubeconfig, type KubeconfigEntry, type KubeconfigUser } from "./kubeconfig.ts";
import { findMisfit, kubeconfigShape } from "./shape.ts";

/** YAML 1.1's other words for true and false, which kubectl understands. */
const otherBooleans: ScalarTag = {
  tag: "tag:yaml.org,2002:bool",
  default: true,
  test: /^(?:[Yy]|[Yy]es|YES|[Oo]n|ON|[Nn]|[Nn]o|NO|[Oo]ff|OFF)$/,
  resolve: (text) => /^(?:y|yes|on)$/i.test(text),
};

const problems: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: "an alias (*name) that fits no anchor (&name)",
  BAD_DQ_ESCAPE: "a backslash in double quotes that YAML has no meaning for",
  BAD_INDENT: "wrong indentation",
  BAD_SCALAR_START: "a value that starts with a character that must be in quotes",
  BLOCK_AS_IMPLICIT_KEY: "a second mapping on one line; is a line break or are quotes missing?",
  MISSING_CHAR: "a closing quote, bracket or colon is missing, or the indentation is wrong",
  MULTILINE_IMPLICIT_KEY: "a line that is no `key: value`",
  TAB_AS_INDENT: "a tab in the indentation; use spaces",
  UNEXPECTED_TOKEN: "something that does not belong here",
};

/**
 * A kubeconfig from its text, YAML or JSON. Throws ClientError `INVALID_CONFIG` that names file, place and fix.
 *
 * Checks that each known field has the right type, not that contexts lead anywhere. Relative paths are relative to `file`.
 * No error has a part of the text, nor a cause that might.
 */
export async function parseKubeconfig(text: string, file?: string): Promise<Kubeconfig> {
  const content = (await parseYaml(text, file)) ?? {};
  if (typeof content !== "object" || Array.isArray(content)) {
    throw invalid(file, `must be a mapping with clusters, users and contexts, but is ${describe(content)}`);
  }
  const config = content as Record<string, unknown>;
  const misfit = findMisfit(config, kubeconfigShape);
  if (misfit !== undefined) throw invalid(file, `${misfit.field} ${misfit.problem}`);
  checkType(config, file);
  const { apiVersion: _, kind: __, clusters, users, contexts, "current-context": current, ...rest } = config;
  return new Kubeconfig({
    ...(typeof current === "string" && current !== "" ? { currentContext: current } : {}),
    clusters: entriesOf(clusters, "clusters", "cluster", file),
    users: entriesOf<KubeconfigUser>(users, "users", "user", file).map(withCommandPath),
    contexts: entriesOf(contexts, "contexts", "context", file),
    rest,
    files: file === undefined ? [] : [file],
  });
}

async function parseYaml(text: string, file: string | undefined): Promise<unknown> {
  // Loaded when it is needed: in a pod, with a service account, it is not.
  const { LineCounter, parseAllDocuments } = await import("yaml");
  const lines = new LineCounter();
  // No pretty errors: they show the line, which may have a token in it.
  const documents = parseAllDocuments(text.replace(/^\uFEFF/, ""), {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    merge: true,
    customTags: [otherBooleans],
    logLevel: "silent",
  });
  const document = (documents as Document.Parsed[])[0];
  if (document === undefined) return undefined;
  const error = document.errors[0];
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw invalid(
      file,
      `is not valid YAML at line ${line}, column ${col}: ${problems[error.code] ?? wordsOf(error.code)}`,
    );
  }
  try {
    return document.toJS();
  } catch {
    throw invalid(file, "has aliases (*name) that fit no anchor or that repeat too much; write the values out");
  }
}

function wordsOf(code: string): string {
  return code.toLowerCase().replaceAll("_", " ");
}

function checkType({ apiVersion, kind }: Record<string, unknown>, file: string | undefined): void {
  const isConfig = (kind ?? "Config") === "Config" || kind === "";
  if (isConfig && ((apiVersion ?? "v1") === "v1" || apiVersion === "")) return;
  throw invalid(
    file,
    `is ${apiVersion ?? "v1"} ${kind ?? "Config"}, not a kubeconfig, which has apiVersion: v1 and kind: Config`,
  );
}

function entriesOf<T>(list: unknown, listName: string, part: string, file: string | undefined): KubeconfigEntry<T>[] {
  const seen = new Map<string, number>();
  return ((list ?? []) as (Record<string, unknown> | null)[]).map((item, index) => {
    const name = (item?.name as string | null | undefined) ?? "";
    const earlier = seen.get(name);
    if (earlier !== undefined) {
      throw invalid(
        file,
        `${listName}[${earlier}] and ${listName}[${index}] have the same name ${JSON.stringify(name)}; rename or remove one`,
      );
    }
    seen.set(name, index);
    const value = withoutNulls((item?.[part] ?? {}) as Record<string, unknown>);
    return {
      name,
      value: (file === undefined ? value : withAbsolutePaths(value, dirname(file))) as T,
      ...(file === undefined ? {} : { file }),
      field: `${listName}[${index}].${part}`,
    };
  });
}

const pathFields = ["certificate-authority", "client-certificate", "client-key", "tokenFile"];

function withAbsolutePaths(value: Record<string, unknown>, directory: string): Record<string, unknown> {
  const paths = pathFields.flatMap((field) => {
    const path = value[field];
    return typeof path === "string" && path !== "" && !isAbsolute(path) ? [[field, join(directory, path)]] : [];
  });
  return { ...value, ...Object.fromEntries(paths) };
}

/** A bare command name is looked up in PATH; one with a separator is a path like the others. */
function withCommandPath(entry: KubeconfigEntry<KubeconfigUser>): KubeconfigEntry<KubeconfigUser> {
  const { exec } = entry.value;
  const command = exec?.command ?? "";
  if (entry.file === undefined || !command.includes(sep) || isAbsolute(command)) return entry;
  return { ...entry, value: { ...entry.value, exec: { ...exec, command: join(dirname(entry.file), command) } } };
}

function withoutNulls(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null));
}

function describe(value: unknown): string {
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}

function invalid(file: string | undefined, problem: string): ClientError {
  return new ClientError(
    "INVALID_CONFIG",
    `${file === undefined ? "the kubeconfig" : `kubeconfig ${file}`}: ${problem}`,
  );
}
