import type { Pod } from "@kubewright/api/core/v1";

/** Addresses that a pod's status may not have yet. */
export interface PodPlaceAddresses {
  readonly podIp: string;
  readonly hostIp: string;
}

/** The value of a pod's field, as the downward API gives it. Throws an Error in the kubelet's words for others. */
export function fieldValue(pod: Pod, fieldPath: string, addresses?: PodPlaceAddresses): string {
  const { metadata, spec } = pod;
  const subscripted = /^(.*)\['(.*)'\]$/.exec(fieldPath);
  if (subscripted !== null) {
    const [, path, key = ""] = subscripted;
    if (path === "metadata.annotations") return metadata.annotations?.[key] ?? "";
    if (path === "metadata.labels") return metadata.labels?.[key] ?? "";
    throw new Error(`fieldPath ${JSON.stringify(fieldPath)} does not support subscript`);
  }
  switch (fieldPath) {
    case "metadata.annotations":
      return linesOf(metadata.annotations ?? {});
    case "metadata.labels":
      return linesOf(metadata.labels ?? {});
    case "metadata.name":
      return metadata.name;
    case "metadata.namespace":
      return metadata.namespace ?? "";
    case "metadata.uid":
      return metadata.uid ?? "";
  }
  if (addresses !== undefined) {
    switch (fieldPath) {
      case "spec.nodeName":
        return spec?.nodeName ?? "";
      case "spec.serviceAccountName":
        return spec?.serviceAccountName ?? "";
      case "status.hostIP":
      case "status.hostIPs":
        return addresses.hostIp;
      case "status.podIP":
      case "status.podIPs":
        return addresses.podIp;
    }
  }
  throw new Error(`unsupported fieldPath: ${fieldPath}`);
}

function linesOf(map: Readonly<Record<string, string>>): string {
  const keys = Object.keys(map).sort();
  return keys.map((key) => `${key}=${quoted(map[key] ?? "")}`).join("\n");
}

const named: Readonly<Record<string, string>> = {
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  '"': '\\"',
  "\\": "\\\\",
};

/** As Go quotes text: what can be printed stays. */
function quoted(text: string): string {
  const escaped = text.replace(/["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const digits = (length: number) => code.toString(16).padStart(length, "0");
    if (named[character] !== undefined) return named[character];
    if (code < 0x80) return `\\x${digits(2)}`;
    return code > 0xffff ? `\\U${digits(8)}` : `\\u${digits(4)}`;
  });
  return `"${escaped}"`;
}
