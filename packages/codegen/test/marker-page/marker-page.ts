import type { MarkerDefinition, MarkerTarget } from "../../src/marker/marker.ts";
import { remarksOf, typeText } from "../../src/marker/marker-help.ts";
import { markerDefinitions } from "../../src/marker/marker-table.ts";
import { exampleOf } from "../../src/marker/parse-marker.ts";
import { otherTools } from "../../src/marker/table/other-tools.ts";

const headings: Readonly<Record<string, string>> = {
  CRD: "Kinds and modules",
  "CRD validation": "Validation",
  "CRD processing": "Pruning and merging",
  RBAC: "Roles",
  object: "Generated code",
  Webhook: "Webhooks",
  apply: "Apply configurations",
};

const places: Readonly<Record<MarkerTarget, string>> = { package: "module", type: "type", field: "field" };
const itemsPrefix = "kubebuilder:validation:items:";

const itemsSentence = `Markers on *items* have a second form that holds for each item of a list instead: \`${itemsPrefix}Minimum\` and so on, on
fields and types that are lists.
`;

/** A marker with all its targets. */
interface Entry {
  readonly definition: MarkerDefinition;
  readonly targets: readonly MarkerTarget[];
}

/** The part of the page on markers that the table makes: a table for each category, and one for each marker with arguments that have names. */
export function markerTables(): string {
  const entries = entriesOf(markerDefinitions);
  const categories = [...new Set(markerDefinitions.map(({ category }) => category))];
  const sections = categories.map((category) =>
    section(
      category,
      entries.filter(({ definition }) => definition.category === category),
    ),
  );
  return [...sections, otherToolsSection()].join("\n");
}

/** Markers that mean the same on several targets, once. */
function entriesOf(definitions: readonly MarkerDefinition[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const definition of definitions) {
    if (definition.name.startsWith(itemsPrefix)) continue;
    const key = JSON.stringify([definition.name, definition.summary]);
    const targets = [...(entries.get(key)?.targets ?? []), definition.target];
    entries.set(key, { definition: entries.get(key)?.definition ?? definition, targets });
  }
  return [...entries.values()];
}

function section(category: string, entries: readonly Entry[]): string {
  const isNamed = ({ definition }: Entry): boolean =>
    Object.keys(definition.args).some((name) => name !== "") && definition.syntax === undefined;
  const simple = entries.filter((entry) => !isNamed(entry));
  return [
    `## ${headings[category] ?? category}\n`,
    ...(category === "CRD validation" ? [itemsSentence] : []),
    ...(simple.length === 0 ? [] : [table(["marker, as in", "on", "meaning"], simple.map(row))]),
    ...entries.filter(isNamed).map(argumentsSection),
  ].join("\n");
}

function row({ definition, targets }: Entry): string[] {
  return [code(exampleOf(definition)), placesOf(definition, targets), meaning(definition)];
}

function argumentsSection({ definition, targets }: Entry): string {
  return `### ${definition.name}

On a ${placesOf(definition, targets)
    .replace(/, items$/, ", and for items")
    .replace(/, (?=field|type)/, " or a ")}. ${meaning(definition)}

\`\`\`text
${definition.example}
\`\`\`

${table(
  ["argument", "type", "", "meaning"],
  Object.entries(definition.args).map(([name, { type, isOptional, help }]) => [
    code(name),
    code(typeText(type)),
    isOptional ? "" : "required",
    help,
  ]),
)}`;
}

function placesOf(definition: MarkerDefinition, targets: readonly MarkerTarget[]): string {
  return [...targets.map((target) => places[target]), ...(isForItems({ definition }) ? ["items"] : [])].join(", ");
}

function isForItems({ definition: { name } }: Pick<Entry, "definition">): boolean {
  const items = name.replace("kubebuilder:validation:", itemsPrefix);
  return items !== name && markerDefinitions.some((other) => other.name === items);
}

function meaning(definition: MarkerDefinition): string {
  return [definition.summary, definition.details, ...remarksOf(definition)].filter((text) => text !== "").join(" ");
}

function otherToolsSection(): string {
  return `## Of other tools

Lines with these are passed over, as is every other line that begins with \`+\` and resembles no marker above.

${table(
  ["tool", "markers"],
  otherTools.map(({ tool, names }) => [tool, names.map(code).join(", ")]),
)}`;
}

function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("");
}
