/** The licences that `init` knows. */
export const licenses = ["apache2", "none"] as const;

export type License = (typeof licenses)[number];

/** Where the text is kept that begins each file of code. */
export const boilerplateFile = "hack/boilerplate.txt";

/** The text that begins each file of code. */
export function boilerplate({
  license,
  owner,
}: {
  readonly license: License;
  readonly owner?: string | undefined;
}): string {
  return [
    ...(owner === undefined || owner === "" ? [] : [`// Copyright ${owner}`]),
    ...(license === "apache2" ? ["// SPDX-License-Identifier: Apache-2.0"] : []),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

/** The boilerplate as it stands before code, with a blank line behind it. */
export function headerOf(text: string): string {
  return text.trim() === "" ? "" : `${text.trimEnd()}\n\n`;
}

/** As package.json names the licence. */
export function licenseName(text: string): string {
  return text.includes("Apache-2.0") ? "Apache-2.0" : "UNLICENSED";
}
