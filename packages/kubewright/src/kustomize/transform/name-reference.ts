import type { FieldSpec, NameReference } from "../config/transformer-config.ts";
import { visitField } from "../field/visit-field.ts";
import { KustomizationError } from "../kustomization-error.ts";
import { isSelectedKind, type KindId } from "../resource/kind-id.ts";
import type { Resource } from "../resource/resource.ts";
import { describeId, effectiveNamespace, isSameNamespace } from "../resource/resource-id.ts";
import type { ResourceList } from "../resource/resource-list.ts";
import { isMapping, isNull, type Mapping, memberText, textOf, type Value } from "../yaml/value.ts";

/** Has objects that name others by what these were called before use their present names. */
export function fixNameReferences(resources: ResourceList, references: readonly NameReference[]): void {
  for (const resource of resources) requireNamespaces(resource);
  if (resources.all.every(({ previousNames }) => previousNames.length === 0)) return;
  for (const referrer of resources) {
    const id = referrer.originalId;
    const candidates = resources.all.filter((one) => canReferTo(referrer, one));
    for (const { fieldSpecs, group = "", version = "", kind = "" } of references) {
      for (const field of fieldSpecs) {
        if (!isSelectedKind(id, field)) continue;
        const fixer = new ReferenceFixer(referrer, candidates, { group, version, kind }, field);
        const { path, create = false } = field;
        visitField(referrer.object, { path, create }, (value) => fixer.fix(value));
      }
    }
  }
}

function requireNamespaces({ kind, object, id }: Resource): void {
  if (kind !== "RoleBinding" || !Array.isArray(object.subjects)) return;
  for (const subject of object.subjects) {
    if (!isMapping(subject) || !("namespace" in subject) || !isNull(subject.namespace)) continue;
    throw new KustomizationError(`a subject of ${describeId(id)} has a "namespace" without a value`);
  }
}

function canReferTo(referrer: Resource, target: Resource): boolean {
  const [from, to] = [referrer.id, target.id];
  if (from.isClusterScoped || to.isClusterScoped || isSameNamespace(from, to)) return true;
  // A binding can be for accounts of other namespaces.
  if (referrer.kind !== "RoleBinding" || !Array.isArray(referrer.object.subjects)) return false;
  return referrer.object.subjects.some((subject) => {
    return memberText(subject, "kind") === "ServiceAccount" && memberText(subject, "namespace") === target.namespace;
  });
}

class ReferenceFixer {
  readonly #referrer: Resource;
  readonly #candidates: readonly Resource[];
  readonly #target: KindId;
  readonly #path: string;

  constructor(referrer: Resource, candidates: readonly Resource[], target: KindId, { path }: FieldSpec) {
    this.#referrer = referrer;
    this.#candidates = candidates;
    this.#target = target;
    this.#path = path;
  }

  fix(value: Value): Value {
    if (isNull(value)) return value;
    if (Array.isArray(value)) return value.map((item) => (Array.isArray(item) ? item : this.fix(item)));
    return isMapping(value) ? this.#fixMapping(value) : this.#fixName(value);
  }

  #fixName(value: Value): Value {
    return this.#referral(textOf(value), this.#candidates, ({ name }) => name)?.name ?? value;
  }

  /** A mapping has the name, and may have the namespace beside it. */
  #fixMapping(value: Mapping): Mapping {
    if (!("name" in value)) {
      throw new KustomizationError(
        `the field ${this.#path} of ${describeId(this.#referrer.id)} is configured to refer to a ${this.#target.kind}, but has no "name"`,
      );
    }
    const identity = ({ name, namespace }: Resource) => `${name} ${namespace}`;
    const referral = this.#referral(textOf(value.name), this.#candidatesFor(value), identity);
    if (referral === undefined) return value;
    value.name = referral.name;
    if (referral.namespace !== "") value.namespace = referral.namespace;
    return value;
  }

  #candidatesFor(value: Mapping): readonly Resource[] {
    if (!("namespace" in value) || isNull(value.namespace)) return this.#candidates;
    const namespace = textOf(value.namespace);
    const original = this.#candidates.filter((one) => effectiveNamespace(one.originalId) === namespace);
    if (original.length > 0) return original;
    return this.#candidates.filter((one) => effectiveNamespace(one.id) === namespace);
  }

  /** The object that was called `name`; undefined where none is meant. */
  #referral(
    name: string,
    candidates: readonly Resource[],
    identity: (resource: Resource) => string,
  ): Resource | undefined {
    const role = this.#path.endsWith("roleRef/name") ? roleKindOf(this.#referrer) : undefined;
    let found = candidates.filter((one) => {
      const ids = one.previousIds;
      return (
        ids.some((id) => id.name === name) &&
        ids.some((id) => isSelectedKind(id, this.#target)) &&
        (role === undefined || ids.some((id) => isSelectedKind(id, role))) &&
        this.#isWithinReach(one)
      );
    });
    if (found.length > 1) found = found.filter((one) => hasSameAffixes(one, this.#referrer, true));
    if (found.length > 1) found = found.filter((one) => hasSameAffixes(one, this.#referrer, false));
    const [first] = found;
    if (first === undefined || found.every((one) => identity(one) === identity(first))) return first;
    throw new KustomizationError(
      `the field ${this.#path} of ${describeId(this.#referrer.id)} can mean any of ${found.map(({ id }) => describeId(id)).join(", ")}`,
    );
  }

  #isWithinReach(target: Resource): boolean {
    const [from, to] = [this.#referrer.id, target.id];
    return from.isClusterScoped || to.isClusterScoped || to.kind === "ServiceAccount" || isSameNamespace(from, to);
  }
}

function roleKindOf({ object }: Resource): Partial<KindId> | undefined {
  const { roleRef } = object;
  if (!isMapping(roleRef) || !("apiGroup" in roleRef) || !("kind" in roleRef)) return undefined;
  return { group: memberText(roleRef, "apiGroup"), kind: memberText(roleRef, "kind") };
}

/** Whether both come from the same layers: the affixes that they got last are the same. */
function hasSameAffixes(a: Resource, b: Resource, isAnyAllowed: boolean): boolean {
  const isSame = (left: readonly string[], right: readonly string[]): boolean => {
    if (left.length === 0 || right.length === 0) return isAnyAllowed || left.length === right.length;
    const count = Math.min(left.length, right.length);
    return left.slice(-count).join() === right.slice(-count).join();
  };
  return isSame(a.prefixes, b.prefixes) && isSame(a.suffixes, b.suffixes);
}
