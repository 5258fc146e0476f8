import type { Exam, Verdict } from "./exam.ts";

/** How verdicts are kept: texts once, and for each exam its verdicts in order, with numbers for texts. */
interface VerdictFile {
  readonly texts: readonly string[];
  readonly exams: Readonly<Record<string, readonly KeptVerdict[]>>;
}

type KeptVerdict = number | readonly [code: number, says: readonly number[], warnings?: readonly number[]];

/** Exams as a text to keep. What was changed is not kept: the order says it. */
export function formatVerdicts(exams: readonly Exam[]): string {
  const known = new Map<string, number>();
  const numberOf = (text: string): number => {
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  };
  const keep = (verdict: Verdict): KeptVerdict => {
    if (typeof verdict === "number") return verdict;
    const { code, says, warnings } = verdict;
    const numbers = says.map(numberOf);
    return warnings === undefined ? [code, numbers] : [code, numbers, warnings.map(numberOf)];
  };
  const lines = exams.map(
    ({ name, verdicts }) => `${JSON.stringify(name)}: ${JSON.stringify(verdicts.map(([, verdict]) => keep(verdict)))}`,
  );
  const texts = [...known.keys()].map((text) => JSON.stringify(text));
  return `{"texts": [\n${texts.join(",\n")}\n],\n"exams": {\n${lines.join(",\n")}\n}}\n`;
}

/** The verdicts of each exam in a kept text. */
export function parseVerdicts(text: string): ReadonlyMap<string, readonly Verdict[]> {
  const { texts, exams }: VerdictFile = JSON.parse(text);
  const textsOf = (numbers: readonly number[]): string[] => numbers.map((number) => texts[number] as string);
  const restore = (kept: KeptVerdict): Verdict => {
    if (typeof kept === "number") return kept;
    const [code, says, warnings] = kept;
    return { code, says: textsOf(says), ...(warnings && { warnings: textsOf(warnings) }) };
  };
  return new Map(Object.entries(exams).map(([name, verdicts]) => [name, verdicts.map(restore)]));
}
