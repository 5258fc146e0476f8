/** One clause of an `Accept` header. */
export interface AcceptClause {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The clauses of an `Accept` header, the most wanted first. Clauses that are malformed are left out. */
export function parseAccept(header: string): AcceptClause[] {
  const clauses: AcceptClause[] = [];
  for (const part of header.split(",", maxClauses)) {
    const clause = parseClause(part);
    if (clause !== undefined) clauses.push(clause);
  }
  // The order is not transitive, so how it is sorted matters: an insertion sort, as the reference does with few clauses.
  for (let i = 1; i < clauses.length; i++) {
    for (let j = i; j > 0 && isBefore(clauses[j]!, clauses[j - 1]!); j--) {
      [clauses[j], clauses[j - 1]] = [clauses[j - 1]!, clauses[j]!];
    }
  }
  return clauses;
}

/** More than anyone means; the rest of a longer header is not looked at. */
const maxClauses = 100;

function parseClause(text: string): AcceptClause | undefined {
  const [range = "", ...parameterTexts] = text.split(";");
  const [type = "", subtype, ...more] = range.split("/").map(trimSpaces);
  if (more.length > 0) return undefined;
  if ((subtype ?? "") === "" && type !== "*") return undefined;
  let quality = 1;
  const parameters = new Map<string, string>();
  for (const parameter of parameterTexts) {
    const [name = "", value, ...rest] = parameter.split("=");
    if (value === undefined || value === "" || rest.length > 0) continue;
    if (trimSpaces(name) === "q") quality = Number(value) || 0;
    else parameters.set(trimSpaces(name), trimSpaces(value));
  }
  return { type, subtype: subtype === undefined || subtype === "" ? "*" : subtype, quality, parameters };
}

function isBefore(a: AcceptClause, b: AcceptClause): boolean {
  if (a.quality > b.quality) return true;
  if (a.type !== "*" && b.type === "*") return true;
  return a.subtype !== "*" && b.subtype === "*";
}

/** Not by an expression: one takes time as the square of a long run of spaces. */
function trimSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return text.slice(start, end);
}
