import { byteLength } from "@kubewright/api/server";

/** The most bytes that a ConfigMap or Secret holds. */
export const maxDataBytes: number = 1024 * 1024;

/** How many bytes texts have. */
export function textBytes(texts: Readonly<Record<string, string>> | undefined): number {
  return Object.values(texts ?? {}).reduce((sum, text) => sum + byteLength(text), 0);
}

/** How many bytes data has, which is base64 in JSON. */
export function dataBytes(data: Readonly<Record<string, string>> | undefined): number {
  return Object.values(data ?? {}).reduce((sum, text) => sum + decodedLength(text), 0);
}

function decodedLength(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}
