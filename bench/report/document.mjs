const head = `# Benchmark results

Made by \`npm run bench\`; do not edit. Numbers compare within one part only: all its subjects ran on the same machine, taking turns.
`;

/** The parts, in the order of the document. */
const titles = [
  "Client",
  "Runtime",
  "API server",
  "Dev cluster",
  "Code generation",
  "Command line",
  "Memcached operator",
];

/**
 * The document with some of its parts replaced; the others stay as they are.
 * @param {string} document empty for a new one
 * @param {readonly string[]} parts each begins with its heading
 */
export function withParts(document, parts) {
  const all = new Map([...partsOf(document), ...parts.flatMap(partsOf)]);
  const known = titles.flatMap((title) => all.get(title) ?? []);
  return [head, ...known].join("\n");
}

/**
 * @param {string} text
 * @returns {[title: string, part: string][]}
 */
function partsOf(text) {
  return text
    .split(/^(?=## )/m)
    .filter((part) => part.startsWith("## "))
    .map((part) => [part.slice("## ".length, part.indexOf("\n")).trim(), `${part.trimEnd()}\n`]);
}
