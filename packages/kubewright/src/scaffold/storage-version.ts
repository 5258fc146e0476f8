/** Says of a kind's version that its objects are stored in it. */
export const storageMarker = "+kubebuilder:storageversion";

/**
 * The module of a kind with the marker in the comment of its type; undefined for a module that has no such type.
 *
 * Where the type is as it was scaffolded, the marker stands where the scaffold would have it.
 */
export function withStorageMarker(text: string, kind: string): string | undefined {
  const lines = text.split("\n");
  const type = lines.findIndex((line) => new RegExp(`^export (?:interface|type) ${kind}\\b`).test(line));
  if (type < 0) return undefined;
  const isInBlock = /^\s*\*\/\s*$/.test(lines[type - 1] ?? "");
  if (!isInBlock) return lines.toSpliced(type, 0, `// ${storageMarker}`).join("\n");
  let place = type - 1;
  while (place > 0 && isLesser(lines[place - 1]!)) place--;
  return lines.toSpliced(place, 0, ` * ${storageMarker}`).join("\n");
}

/** Whether the module of a kind has the marker. */
export function hasStorageMarker(text: string): boolean {
  return text.split("\n").some((line) => new RegExp(`^\\s*(?:\\*|//)\\s*\\${storageMarker}\\s*$`).test(line));
}

/** Those that come behind it. */
function isLesser(line: string): boolean {
  return /^\s*\*\s*\+kubebuilder:printcolumn:/.test(line);
}
