/** A path of a container's file system, and where that is on this machine. */
export interface MountedPath {
  readonly path: string;
  readonly target: string;
}

/**
 * Text in which paths of the container are replaced by where they are on this machine, also within `--config=/etc/web/config.yaml`.
 *
 * Processes share the file system of the machine: what is mounted for a container is not at its place there.
 */
export function withMountedPaths(text: string, mounts: readonly MountedPath[]): string {
  if (!text.includes("/") || mounts.length === 0) return text;
  const targets = new Map(mounts.map(({ path, target }) => [withoutSlash(path), target]));
  // The longest first: one may be mounted below another.
  const paths = [...targets.keys()].filter((path) => path !== "").sort((a, b) => b.length - a.length);
  if (paths.length === 0) return text;
  const pattern = new RegExp(`(?<![\\w./-])(?:${paths.map(escapePattern).join("|")})(?=$|[/:;,"'\\s)\\]}])`, "g");
  return text.replace(pattern, (path) => targets.get(path) ?? path);
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, "");
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
