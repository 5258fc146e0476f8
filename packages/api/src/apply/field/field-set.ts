import { compareElements, type FieldPath, formatFieldPath, hashElement, type PathElement } from "./path-element.ts";

/** One element of a set: whether it is in the set itself, and which paths below it are. */
export interface FieldNode {
  readonly element: PathElement;
  readonly isMember: boolean;
  /** Never empty. A node that has none is a member. */
  readonly children: FieldSet | undefined;
}

/**
 * A set of paths, ordered. Immutable.
 *
 * A path in the set says nothing of the paths above and below it. Operations that change nothing give the same set back.
 */
export class FieldSet {
  /** The set without paths. */
  static readonly empty: FieldSet = new FieldSet([]);

  readonly #nodes: readonly FieldNode[];
  #hash: number | undefined;

  private constructor(nodes: readonly FieldNode[]) {
    this.#nodes = nodes;
  }

  /** The set of these paths. The empty path, which is the whole object, is never in a set. */
  static of(...paths: readonly FieldPath[]): FieldSet {
    let set = FieldSet.empty;
    for (const path of paths) set = set.union(setOfPath(path));
    return set;
  }

  /** @internal For the builder, whose nodes are ordered and complete. */
  static fromNodes(nodes: readonly FieldNode[]): FieldSet {
    return nodes.length === 0 ? FieldSet.empty : new FieldSet(nodes);
  }

  /** What is in the set and below it, ordered by element. */
  get nodes(): readonly FieldNode[] {
    return this.#nodes;
  }

  get isEmpty(): boolean {
    return this.#nodes.length === 0;
  }

  /** How many paths there are. */
  get size(): number {
    let size = 0;
    for (const { isMember, children } of this.#nodes) size += (isMember ? 1 : 0) + (children?.size ?? 0);
    return size;
  }

  has(path: FieldPath): boolean {
    let set: FieldSet | undefined = this;
    for (let index = 0; index < path.length - 1; index++) {
      set = set.below(path[index]!);
      if (set === undefined) return false;
    }
    return path.length > 0 && set.hasMember(path[path.length - 1]!);
  }

  /** Whether the path of this one element is in the set. */
  hasMember(element: PathElement): boolean {
    return this.#find(element)?.isMember ?? false;
  }

  /** What is left of the paths that begin with `element`, without it; undefined when no path goes on from there. */
  below(element: PathElement): FieldSet | undefined {
    return this.#find(element)?.children;
  }

  /** All paths: first those of one element, then those below each element. */
  paths(): FieldPath[] {
    const paths: FieldPath[] = [];
    this.#collect([], paths);
    return paths;
  }

  /** The same number for equal sets, and hardly ever for others. */
  get hash(): number {
    this.#hash ??= hashNodes(this.#nodes);
    return this.#hash;
  }

  equals(other: FieldSet): boolean {
    if (this === other) return true;
    if (this.#nodes.length !== other.#nodes.length) return false;
    return this.#nodes.every((node, index) => {
      const theirs = other.#nodes[index]!;
      if (node === theirs) return true;
      if (node.isMember !== theirs.isMember || compareElements(node.element, theirs.element) !== 0) return false;
      if (node.children === undefined || theirs.children === undefined) return node.children === theirs.children;
      return node.children.equals(theirs.children);
    });
  }

  /** The paths of either set. */
  union(other: FieldSet): FieldSet {
    if (this === other || other.isEmpty) return this;
    if (this.isEmpty) return other;
    const mine = this.#nodes;
    const theirs = other.#nodes;
    const nodes: FieldNode[] = [];
    let isThis = true;
    let i = 0;
    let j = 0;
    while (i < mine.length && j < theirs.length) {
      const left = mine[i]!;
      const right = theirs[j]!;
      const order = compareElements(left.element, right.element);
      if (order < 0) {
        nodes.push(left);
        i++;
      } else if (order > 0) {
        nodes.push(right);
        isThis = false;
        j++;
      } else {
        const node = uniteNodes(left, right);
        if (node !== left) isThis = false;
        nodes.push(node);
        i++;
        j++;
      }
    }
    for (; i < mine.length; i++) nodes.push(mine[i]!);
    for (; j < theirs.length; j++) {
      nodes.push(theirs[j]!);
      isThis = false;
    }
    return isThis ? this : new FieldSet(nodes);
  }

  /** The paths that both sets have. */
  intersection(other: FieldSet): FieldSet {
    if (this === other) return this;
    const nodes: FieldNode[] = [];
    let j = 0;
    for (const left of this.#nodes) {
      let order = 1;
      while (j < other.#nodes.length) {
        order = compareElements(other.#nodes[j]!.element, left.element);
        if (order >= 0) break;
        j++;
      }
      if (j === other.#nodes.length) break;
      if (order > 0) continue;
      const right = other.#nodes[j]!;
      const children = right.children && left.children?.intersection(right.children);
      pushNode(nodes, left, left.isMember && right.isMember, children);
    }
    return this.#withNodes(nodes);
  }

  /** The paths of this set that are not in the other. */
  difference(other: FieldSet): FieldSet {
    return this.#subtract(other, false);
  }

  /** The paths of this set that neither are in the other nor lie below a path that is. */
  recursiveDifference(other: FieldSet): FieldSet {
    return this.#subtract(other, true);
  }

  /** The paths below which the set has no further ones. */
  leaves(): FieldSet {
    const nodes = this.#nodes.map((node) => {
      if (node.children === undefined) return node;
      const children = node.children.leaves();
      return node.isMember || children !== node.children ? { element: node.element, isMember: false, children } : node;
    });
    return this.#withNodes(nodes);
  }

  /** The set with each element's membership and paths below replaced; what is neither a member nor has paths goes. */
  mapNodes(
    change: (
      element: PathElement,
      isMember: boolean,
      children: FieldSet | undefined,
    ) => { isMember: boolean; children: FieldSet | undefined },
  ): FieldSet {
    const nodes: FieldNode[] = [];
    for (const node of this.#nodes) {
      const { isMember, children } = change(node.element, node.isMember, node.children);
      pushNode(nodes, node, isMember, children);
    }
    return this.#withNodes(nodes);
  }

  /** The paths as messages have them, one a line. */
  toString(): string {
    return this.paths().map(formatFieldPath).join("\n");
  }

  #subtract(other: FieldSet, isRecursive: boolean): FieldSet {
    if (this.isEmpty || other.isEmpty) return this;
    const nodes: FieldNode[] = [];
    let j = 0;
    for (const left of this.#nodes) {
      let order = 1;
      while (j < other.#nodes.length) {
        order = compareElements(other.#nodes[j]!.element, left.element);
        if (order >= 0) break;
        j++;
      }
      if (order !== 0 || j === other.#nodes.length) {
        nodes.push(left);
        continue;
      }
      const right = other.#nodes[j]!;
      if (isRecursive && right.isMember) continue;
      const children =
        left.children && right.children ? left.children.#subtract(right.children, isRecursive) : left.children;
      pushNode(nodes, left, left.isMember && !right.isMember, children);
    }
    return this.#withNodes(nodes);
  }

  /** This set if the nodes are its own. */
  #withNodes(nodes: readonly FieldNode[]): FieldSet {
    if (nodes.length === this.#nodes.length && nodes.every((node, index) => node === this.#nodes[index])) return this;
    return FieldSet.fromNodes(nodes);
  }

  #collect(prefix: readonly PathElement[], paths: FieldPath[]): void {
    for (const { element, isMember } of this.#nodes) if (isMember) paths.push([...prefix, element]);
    for (const { element, children } of this.#nodes) if (children) children.#collect([...prefix, element], paths);
  }

  #find(element: PathElement): FieldNode | undefined {
    let low = 0;
    let high = this.#nodes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const node = this.#nodes[middle]!;
      const order = compareElements(node.element, element);
      if (order === 0) return node;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }
}

/** Collects elements into one set. They may come in any order; those that come in order cost least. */
export class FieldSetBuilder {
  readonly #nodes: FieldNode[] = [];
  #isOrdered = true;

  addPath(path: FieldPath): void {
    if (path.length > 0) this.add(path[0]!, path.length === 1, setOfPath(path.slice(1)));
  }

  /** Adds the element itself, if it is a member, and the paths below it. */
  add(element: PathElement, isMember: boolean, children: FieldSet | undefined): void {
    const below = children?.isEmpty ? undefined : children;
    if (!isMember && below === undefined) return;
    const nodes = this.#nodes;
    if (this.#isOrdered && nodes.length > 0 && compareElements(nodes[nodes.length - 1]!.element, element) >= 0) {
      this.#isOrdered = false;
    }
    nodes.push({ element, isMember, children: below });
  }

  /** The set. Nothing may be added any more. */
  build(): FieldSet {
    const nodes = this.#nodes;
    if (this.#isOrdered) return FieldSet.fromNodes(nodes);
    nodes.sort((a, b) => compareElements(a.element, b.element));
    const unique: FieldNode[] = [];
    for (const node of nodes) {
      const last = unique[unique.length - 1];
      if (last !== undefined && compareElements(last.element, node.element) === 0) {
        unique[unique.length - 1] = uniteNodes(last, node);
      } else {
        unique.push(node);
      }
    }
    return FieldSet.fromNodes(unique);
  }
}

function hashNodes(nodes: readonly FieldNode[]): number {
  let hash = 17;
  for (const { element, isMember, children } of nodes) {
    hash = Math.imul(hash, 31) + hashElement(element) + (isMember ? 1 : 0);
    if (children !== undefined) hash = Math.imul(hash, 31) + children.hash;
  }
  return hash | 0;
}

function setOfPath(path: FieldPath): FieldSet {
  let set: FieldSet | undefined;
  for (const element of path.toReversed()) {
    set = FieldSet.fromNodes([{ element, isMember: set === undefined, children: set }]);
  }
  return set ?? FieldSet.empty;
}

function uniteNodes(left: FieldNode, right: FieldNode): FieldNode {
  const isMember = left.isMember || right.isMember;
  const children =
    left.children === undefined || right.children === undefined
      ? (left.children ?? right.children)
      : left.children.union(right.children);
  if (isMember === left.isMember && children === left.children) return left;
  return { element: left.element, isMember, children };
}

/** Adds `node` with what is left of it, if anything is. */
function pushNode(nodes: FieldNode[], node: FieldNode, isMember: boolean, children: FieldSet | undefined): void {
  const below = children?.isEmpty ? undefined : children;
  if (!isMember && below === undefined) return;
  const isSame = isMember === node.isMember && below === node.children;
  nodes.push(isSame ? node : { element: node.element, isMember, children: below });
}
