/** Orders versions as Kubernetes prefers them: `v2`, `v1`, `v1beta2`, `v1beta1`, `v1alpha1`, then all other names by the alphabet. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)];
  if (left === undefined || right === undefined) {
    if (left !== undefined) return -1;
    if (right !== undefined) return 1;
    return a < b ? -1 : a > b ? 1 : 0;
  }
  return right.stability - left.stability || right.major - left.major || right.minor - left.minor;
}

interface ParsedVersion {
  /** 0 alpha, 1 beta, 2 neither. */
  readonly stability: number;
  readonly major: number;
  readonly minor: number;
}

function parse(version: string): ParsedVersion | undefined {
  const match = /^v([0-9]+)(?:(alpha|beta)([0-9]+))?$/.exec(version);
  if (match === null) return undefined;
  const [, major, level, minor] = match;
  const stability = level === undefined ? 2 : level === "beta" ? 1 : 0;
  return { stability, major: Number(major), minor: Number(minor ?? 0) };
}
