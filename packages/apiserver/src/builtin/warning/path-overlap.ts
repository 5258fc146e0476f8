import type { Volume, VolumeProjection } from "@kubewright/api/core/v1";
import { quote } from "@kubewright/api/server";

interface PlacedFile {
  readonly path: string;
  readonly source: string;
}

/** Warnings for volumes in which files hide each other. */
export function overlapWarnings(volumes: readonly Volume[]): string[] {
  return volumes.flatMap((volume) => {
    const { name, configMap, secret, downwardAPI, projected } = volume;
    const texts: string[] = [];
    const add = (what: string, files: readonly PlacedFile[]): void => {
      for (const overlap of overlapsIn(files))
        texts.push(`volume ${quote(name)} (${what}): overlapping paths: ${overlap}`);
    };
    if (configMap?.items !== undefined) add(`ConfigMap ${quote(configMap.name ?? "")}`, placed(configMap.items, ""));
    if (secret?.items !== undefined) add(`Secret ${quote(secret.secretName ?? "")}`, placed(secret.items, ""));
    if (downwardAPI?.items !== undefined) add("DownwardAPI", placed(downwardAPI.items, ""));
    const sources = projected?.sources ?? [];
    for (const source of sources) {
      if (Object.keys(source).length === 0) texts.push(`volume ${quote(name)} (Projected) has no sources provided`);
    }
    if (sources.length > 0) add("Projected", sources.flatMap(filesOf));
    return texts;
  });
}

function placed(items: readonly { path: string }[], source: string): PlacedFile[] {
  return items.map(({ path }) => ({ path, source }));
}

function filesOf(projection: VolumeProjection): PlacedFile[] {
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle } = projection;
  if (configMap?.items !== undefined) return placed(configMap.items, `ConfigMap ${quote(configMap.name ?? "")}`);
  if (secret?.items !== undefined) return placed(secret.items, `Secret ${quote(secret.name ?? "")}`);
  if (downwardAPI?.items !== undefined) return placed(downwardAPI.items, "DownwardAPI");
  if (serviceAccountToken !== undefined) return placed([serviceAccountToken], "ServiceAccountToken");
  if (clusterTrustBundle === undefined) return [];
  const name = clusterTrustBundle.name ?? clusterTrustBundle.signerName ?? "";
  return placed([clusterTrustBundle], `ClusterTrustBundle ${quote(name)}`);
}

function overlapsIn(files: readonly PlacedFile[]): string[] {
  const before: PlacedFile[] = [];
  const texts: string[] = [];
  for (const { path, source } of files) {
    const file = { path: path.replace(/\/+$/, ""), source };
    for (const other of before) {
      if (overlap(file.path, other.path)) texts.push(`${nameOf(file)} with ${nameOf(other)}`);
    }
    before.push(file);
  }
  return texts;
}

function overlap(a: string, b: string): boolean {
  return a !== "" && b !== "" && (`${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`));
}

function nameOf({ path, source }: PlacedFile): string {
  return source === "" ? quote(path) : `${quote(path)} (${source})`;
}
