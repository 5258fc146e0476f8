import type { ReportProblem } from "../../problem.ts";
import type {
  CommentSyntax,
  ConstantSyntax,
  ObjectSyntax,
  StatementSyntax,
  SyntaxFile,
  TypeSyntax,
} from "../compiler/syntax.ts";
import type { RawMarker, SourceComments } from "../source-module.ts";
import { type CommentGroup, groupComments } from "./comment-group.ts";
import { type MarkerText, readCommentText } from "./comment-text.ts";
import type { LineMap } from "./line-map.ts";

/** A marker with its arguments at the end of a line, behind something else. */
const endOfLineMarker = /[ \t](\+(?:kubebuilder|k8s):[a-z][\w:]*)(?:[=:][^\r\n]*)?[ \t]*(?:\*\/)?$/gm;

/** Something that may have comments above it. */
interface Owner {
  readonly start: number;
  readonly end: number;
  /** Whether comments above it are its own; those of others are the module's. */
  readonly isDocumented: boolean;
  /** Object types inside it, whose members have comments of their own. */
  readonly objects: readonly ObjectSyntax[];
  readonly statements?: readonly StatementSyntax[] | undefined;
  /** Whether code is inside it, where only markers that are certainly ours are read. */
  readonly isCode: boolean;
}

/**
 * Which comment belongs to what, by where it stands.
 *
 * As controller-gen: the comment directly above a type or member documents it, and the markers of the one before that are its markers too. All
 * others are the module's.
 */
export class FileComments {
  readonly #file: SyntaxFile;
  readonly #lines: LineMap;
  readonly #report: ReportProblem;
  readonly #owned = new Map<number, SourceComments>();
  readonly #free: RawMarker[] = [];

  constructor(file: SyntaxFile, lines: LineMap, report: ReportProblem) {
    this.#file = file;
    this.#lines = lines;
    this.#report = report;
    const rest = this.#walk(groupComments(file.text, file.comments, lines), file.statements.map(ownerOf), "module");
    for (const group of rest) this.#addFree(group, () => true);
    for (const comment of file.comments) {
      if (comment.style === "block") this.#reportBlock(comment);
      else this.#reportBehind(comment);
    }
  }

  /** Of the statement or member that begins there. */
  of(start: number): SourceComments {
    return this.#owned.get(start) ?? { doc: [], markers: [] };
  }

  /** Those that belong to no type and to no member. */
  get moduleMarkers(): readonly RawMarker[] {
    return this.#free;
  }

  /** Gives each owner its comments; the result is what follows the last one. */
  #walk(groups: readonly CommentGroup[], owners: readonly Owner[], scope: "module" | "type"): readonly CommentGroup[] {
    let next = 0;
    const take = (until: (group: CommentGroup) => boolean): CommentGroup[] => {
      const from = next;
      while (next < groups.length && until(groups[next]!)) next++;
      return groups.slice(from, next);
    };
    for (const [index, owner] of owners.entries()) {
      const before = take((group) => group.end <= owner.start);
      const inside = take((group) => group.start < owner.end);
      this.#attach(before, owner, owners[index - 1], scope);
      if (inside.length > 0) this.#enter(inside, owner);
    }
    return groups.slice(next);
  }

  #attach(before: CommentGroup[], owner: Owner, previous: Owner | undefined, scope: "module" | "type"): void {
    const groups = [...before];
    const first = groups[0];
    if (previous !== undefined && first !== undefined && this.#isBehind(first, previous, owner)) {
      this.#drop(first, scope);
      groups.shift();
    }
    if (!owner.isDocumented) {
      for (const group of groups) this.#addFree(group, () => true);
      return;
    }
    const last = groups.at(-1);
    const isDoc = last !== undefined && this.#isDocOf(last, owner);
    const doc = isDoc ? groups.pop() : undefined;
    const detached = groups.pop();
    for (const group of groups) this.#drop(group, scope);
    if (doc === undefined && detached === undefined) return;
    const own = doc && readCommentText(this.#file.text, doc.comments);
    this.#owned.set(owner.start, {
      doc: own?.doc ?? [],
      markers: [
        ...(detached === undefined ? [] : this.#markersOf(detached, true)),
        ...(own?.markers ?? []).map((marker) => this.#marker(marker, false)),
      ],
    });
  }

  /** Comments between the beginning and the end of a statement or member. */
  #enter(inside: readonly CommentGroup[], owner: Owner): void {
    if (owner.statements !== undefined) {
      const rest = this.#walk(inside, owner.statements.map(ownerOf), "module");
      for (const group of rest) this.#addFree(group, () => true);
      return;
    }
    if (owner.isCode) {
      for (const group of inside) this.#addFree(group, ({ text }) => text.startsWith("kubebuilder:"));
      return;
    }
    let rest = inside;
    for (const object of owner.objects) {
      const own = rest.filter((group) => group.start > object.start && group.end < object.end);
      rest = rest.filter((group) => !own.includes(group));
      for (const group of this.#walk(own, object.members.map(memberOwner), "type")) this.#drop(group, "type");
    }
    for (const group of rest) this.#drop(group, "type");
  }

  #isDocOf(group: CommentGroup, owner: Owner): boolean {
    const isAdjacent = this.#lines.lineOf(owner.start) - group.endLine <= 1;
    return isAdjacent && !(group.isTrailing && group.comments[0]!.style === "line");
  }

  /** Whether it is about what stands before it on its line. */
  #isBehind(group: CommentGroup, previous: Owner, next: Owner): boolean {
    if (this.#lines.lineOf(previous.end) !== group.startLine) return false;
    return group.comments[0]!.style === "line" || this.#lines.lineOf(next.start) > group.endLine;
  }

  /** A comment in a type that is above none of its members has no markers, and a user who wrote some should know. */
  #drop(group: CommentGroup, scope: "module" | "type"): void {
    if (scope === "module") {
      this.#addFree(group, () => true);
      return;
    }
    for (const { text, position } of this.#markersOf(group, false)) {
      if (/^(rbac|kubebuilder:rbac)\b/.test(text)) this.#free.push({ text, position, isDetached: false });
      else {
        this.#report({
          severity: "warning",
          position,
          message: `+${text} stands above no member and has no effect; write it into the comment directly above a member`,
        });
      }
    }
  }

  /** As to the reference, a comment between signs is no place for markers. */
  #reportBlock({ start, end }: CommentSyntax): void {
    for (const match of this.#file.text.slice(start + 2, end).matchAll(/^[ \t*]*(\+(?:kubebuilder|k8s):[\w:]*)/gm)) {
      this.#report({
        severity: "warning",
        position: this.#lines.positionOf(start + 2 + match.index + match[0].length - match[1]!.length),
        message: `${match[1]} stands in a plain comment and has no effect; begin the comment with /**, or write // lines`,
      });
    }
  }

  /** As to the reference, a marker begins its line, and one that ends a line of text is text. */
  #reportBehind({ start, end }: CommentSyntax): void {
    const comment = this.#file.text.slice(start + 2, end);
    for (const { index, 1: name } of comment.matchAll(endOfLineMarker)) {
      const before = comment.slice(comment.lastIndexOf("\n", index) + 1, index).replace(/^[ \t]*\**[ \t]*/, "");
      if (before.startsWith("+") || !/[\p{L}\p{N}]/u.test(before)) continue;
      this.#report({
        severity: "warning",
        position: this.#lines.positionOf(start + 2 + index + 1),
        message: `${name} stands behind text and has no effect; write it at the beginning of a line of its own`,
      });
    }
  }

  #addFree(group: CommentGroup, isOurs: (marker: RawMarker) => boolean): void {
    this.#free.push(...this.#markersOf(group, false).filter(isOurs));
  }

  #markersOf(group: CommentGroup, isDetached: boolean): RawMarker[] {
    const { markers } = readCommentText(this.#file.text, group.comments);
    return markers.map((marker) => this.#marker(marker, isDetached));
  }

  #marker({ text, offset }: MarkerText, isDetached: boolean): RawMarker {
    return { text, position: this.#lines.positionOf(offset), isDetached };
  }
}

function ownerOf({ start, end, declarations }: StatementSyntax): Owner {
  const [declaration] = declarations;
  switch (declaration?.form) {
    case "interface":
      return {
        start,
        end,
        isDocumented: true,
        isCode: false,
        objects: [...declaration.bases.flatMap(objectsIn), declaration.body],
      };
    case "alias":
      return { start, end, isDocumented: true, isCode: false, objects: objectsIn(declaration.type) };
    case "enum":
      return { start, end, isDocumented: true, isCode: false, objects: [] };
    case "namespace":
      return { start, end, isDocumented: false, isCode: false, objects: [], statements: declaration.statements };
    case "constant":
      return { start, end, isDocumented: isTypeItself(declaration), isCode: true, objects: [] };
    default:
      return { start, end, isDocumented: false, isCode: true, objects: [] };
  }
}

/** Of `defineKind<CustomResource<Spec>>({ … })`: the type has no other place for its comments. */
function isTypeItself({ value }: ConstantSyntax): boolean {
  const [type] = value?.form === "call" && value.callee.at(-1) === "defineKind" ? value.types : [];
  return type !== undefined && (type.form !== "name" || type.path.at(-1) === "CustomResource");
}

function memberOwner(member: ObjectSyntax["members"][number]): Owner {
  const { start, end } = member;
  const type = member.form === "property" ? member.type : member.form === "index" ? member.value : undefined;
  return { start, end, isDocumented: true, isCode: false, objects: type === undefined ? [] : objectsIn(type) };
}

/** Object types written out in a type, outermost ones only. */
function objectsIn(type: TypeSyntax): ObjectSyntax[] {
  switch (type.form) {
    case "object":
      return [type];
    case "array":
      return objectsIn(type.element);
    case "union":
    case "intersection":
      return type.types.flatMap(objectsIn);
    case "name":
      return type.args.flatMap(objectsIn);
    case "indexed":
      return [...objectsIn(type.object), ...objectsIn(type.index)];
    case "mapped":
      return type.value === undefined ? [] : objectsIn(type.value);
    case "keyof":
      return objectsIn(type.of);
    default:
      return [];
  }
}
