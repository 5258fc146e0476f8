/** What images call an architecture that Node names. */
export function architectureOf(name: string): string {
  const names: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386", ppc64: "ppc64le" };
  return names[name] ?? name;
}
