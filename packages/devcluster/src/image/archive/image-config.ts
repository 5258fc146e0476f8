/** What an image says of how it runs. */
export interface ImageConfig {
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  /** `1000`, `1000:1000`, `node` or empty. */
  readonly user: string;
}

/** Reads the configuration of an image, as Docker and OCI have it. */
export function parseImageConfig(value: unknown): ImageConfig {
  const config = (value as { config?: Record<string, unknown> } | null)?.config ?? {};
  const env = texts(config.Env).map((text): [string, string] => {
    const sign = text.indexOf("=");
    return sign === -1 ? [text, ""] : [text.slice(0, sign), text.slice(sign + 1)];
  });
  return {
    entrypoint: texts(config.Entrypoint),
    command: texts(config.Cmd),
    env: Object.fromEntries(env),
    workingDirectory: text(config.WorkingDir),
    user: text(config.User),
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
