import { escapeHtml } from "@kubewright/api/server";

interface Block {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

interface Change {
  readonly isEqual: boolean;
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

const contextLines = 3;

/** What differs between two values, as their indented JSON does: a unified diff without file names, as the reference prints it. */
export function diffOf(old: unknown, next: unknown): string {
  return unifiedDiff(linesOf(old), linesOf(next));
}

function linesOf(value: unknown): string[] {
  const text = JSON.stringify(value, (_, member) => (typeof member === "bigint" ? Number(member) : member), 1);
  // Go writes empty objects and lists without a line break, as JSON.stringify does, and escapes what matters in HTML.
  return escapeHtml(text).split("\n");
}

/** The unified diff of two lists of lines, with the blocks that Python's difflib finds. */
function unifiedDiff(a: readonly string[], b: readonly string[]): string {
  const lines: string[] = [];
  for (const group of groupsOf(changesOf(a, b))) {
    const first = group[0] as Change;
    const last = group.at(-1) as Change;
    lines.push(`@@ -${range(first.fromA, last.toA)} +${range(first.fromB, last.toB)} @@`);
    for (const { isEqual, fromA, toA, fromB, toB } of group) {
      for (const line of a.slice(fromA, toA)) lines.push(`${isEqual ? " " : "-"}${line}`);
      if (!isEqual) for (const line of b.slice(fromB, toB)) lines.push(`+${line}`);
    }
  }
  return lines.map((line) => `${line}\n`).join("");
}

function range(from: number, to: number): string {
  const length = to - from;
  if (length === 1) return String(from + 1);
  return `${length === 0 ? from : from + 1},${length}`;
}

/** Changes with some lines around them; those that are near each other stay together. */
function groupsOf(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = [];
  let group: Change[] = [];
  for (const [index, change] of changes.entries()) {
    let { fromA, toA, fromB, toB } = change;
    if (change.isEqual) {
      if (index === 0) {
        fromA = Math.max(fromA, toA - contextLines);
        fromB = Math.max(fromB, toB - contextLines);
      }
      if (index === changes.length - 1) {
        toA = Math.min(toA, fromA + contextLines);
        toB = Math.min(toB, fromB + contextLines);
      }
      if (toA - fromA > 2 * contextLines) {
        group.push({ isEqual: true, fromA, toA: fromA + contextLines, fromB, toB: fromB + contextLines });
        groups.push(group);
        group = [];
        fromA = toA - contextLines;
        fromB = toB - contextLines;
      }
    }
    group.push({ isEqual: change.isEqual, fromA, toA, fromB, toB });
  }
  if (group.some(({ isEqual }) => !isEqual)) groups.push(group);
  return groups;
}

function changesOf(a: readonly string[], b: readonly string[]): Change[] {
  const changes: Change[] = [];
  let doneA = 0;
  let doneB = 0;
  for (const { a: fromA, b: fromB, size } of [...blocksOf(a, b), { a: a.length, b: b.length, size: 0 }]) {
    if (doneA < fromA || doneB < fromB) {
      changes.push({ isEqual: false, fromA: doneA, toA: fromA, fromB: doneB, toB: fromB });
    }
    doneA = fromA + size;
    doneB = fromB + size;
    if (size > 0) changes.push({ isEqual: true, fromA, toA: doneA, fromB, toB: doneB });
  }
  return changes;
}

/** The longest block that both have, then the same before and after it; blocks that touch are one. */
function blocksOf(a: readonly string[], b: readonly string[]): Block[] {
  const places = placesOf(b);
  const found: Block[] = [];
  const pending: [number, number, number, number][] = [[0, a.length, 0, b.length]];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const [lowA, highA, lowB, highB] = part;
    const block = longestBlock(a, b, places, part);
    if (block.size === 0) continue;
    found.push(block);
    if (lowA < block.a && lowB < block.b) pending.push([lowA, block.a, lowB, block.b]);
    const endA = block.a + block.size;
    const endB = block.b + block.size;
    if (endA < highA && endB < highB) pending.push([endA, highA, endB, highB]);
  }
  found.sort((one, other) => one.a - other.a);
  const blocks: Block[] = [];
  for (const block of found) {
    const last = blocks.at(-1);
    if (last !== undefined && last.a + last.size === block.a && last.b + last.size === block.b) {
      blocks[blocks.length - 1] = { ...last, size: last.size + block.size };
    } else {
      blocks.push(block);
    }
  }
  return blocks;
}

/** Where lines are. Lines that long texts have many times say nothing of where things are, and are not looked for. */
function placesOf(lines: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [index]);
    else known.push(index);
  }
  if (lines.length >= 200) {
    const most = Math.floor(lines.length / 100) + 1;
    for (const [line, indexes] of places) if (indexes.length > most) places.delete(line);
  }
  return places;
}

function longestBlock(
  a: readonly string[],
  b: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  [lowA, highA, lowB, highB]: readonly [number, number, number, number],
): Block {
  let [bestA, bestB, size] = [lowA, lowB, 0];
  let lengths = new Map<number, number>();
  for (let index = lowA; index < highA; index++) {
    const next = new Map<number, number>();
    for (const place of places.get(a[index] as string) ?? []) {
      if (place < lowB) continue;
      if (place >= highB) break;
      const length = (lengths.get(place - 1) ?? 0) + 1;
      next.set(place, length);
      if (length > size) [bestA, bestB, size] = [index - length + 1, place - length + 1, length];
    }
    lengths = next;
  }
  while (bestA > lowA && bestB > lowB && a[bestA - 1] === b[bestB - 1]) {
    bestA--;
    bestB--;
    size++;
  }
  while (bestA + size < highA && bestB + size < highB && a[bestA + size] === b[bestB + size]) size++;
  return { a: bestA, b: bestB, size };
}
