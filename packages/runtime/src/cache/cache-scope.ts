import { FieldSelector, type Kind, type KubeObject, Selector } from "@kubewright/api";
import type { CollectionOptions } from "@kubewright/client";

/** Which part of the world a cache is to hold. */
export interface ScopeOptions {
  readonly namespaces?: readonly string[] | undefined;
  readonly labelSelector?: CollectionOptions["labelSelector"] | undefined;
  readonly fieldSelector?: CollectionOptions["fieldSelector"] | undefined;
}

/** Which objects of one kind its informer holds. */
export class CacheScope {
  /** One stream for each. Absent: all namespaces, or a cluster-scoped kind. */
  readonly namespaces: ReadonlySet<string> | undefined;
  readonly #labels: Selector;
  readonly #fields: FieldSelector;

  /** Throws ApiError `INVALID_SELECTOR` for what no server would take. */
  constructor(kind: Kind, options: ScopeOptions) {
    const { namespaces, labelSelector, fieldSelector } = options;
    this.namespaces = namespaces === undefined || kind.scope === "Cluster" ? undefined : new Set(namespaces);
    this.#labels = Selector.of(labelSelector);
    this.#fields = FieldSelector.of(fieldSelector);
  }

  /** Whether some objects of the namespaces are left out. */
  get isSelective(): boolean {
    return !this.#labels.isEmpty || !this.#fields.isEmpty;
  }

  /** Whether all there is in a namespace is looked at. */
  covers(namespace: string | undefined): boolean {
    return this.namespaces === undefined || (namespace !== undefined && this.namespaces.has(namespace));
  }

  /** The stream that tells of what is in a namespace. */
  streamOf(namespace: string | undefined): string | undefined {
    return this.namespaces === undefined ? undefined : namespace;
  }

  /** Whether an object, as the server has it, is selected. */
  selects(object: KubeObject): boolean {
    return (
      this.#labels.matches(object.metadata.labels ?? {}) && (this.#fields.isEmpty || fieldsMatch(this.#fields, object))
    );
  }
}

function fieldsMatch(selector: FieldSelector, object: KubeObject): boolean {
  return selector.requirements.every((requirement) => {
    const isAsked = (value: string): boolean => {
      const { field } = requirement;
      return FieldSelector.forFields({ [field]: value }).matches(object);
    };
    // Servers write an absent number or boolean as Go does.
    const isZero = requirement.value === "0" || requirement.value === "false";
    const isEqual = isAsked(requirement.value) || (isZero && isAsked(""));
    return isEqual === (requirement.operator === "=");
  });
}
