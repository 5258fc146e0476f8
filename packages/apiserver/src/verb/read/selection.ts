import type { Resource } from "../../resource/resource.ts";
import type { StoredObject } from "../../storage/object-store.ts";
import type { ListOptions } from "./list-options.ts";

/** Which objects of a resource a request is about. */
export class Selection {
  readonly #resource: Resource;
  readonly #namespace: string;
  readonly #options: Pick<ListOptions, "labelSelector" | "fieldSelector">;
  readonly #needsFields: boolean;

  /** `namespace` is empty for all. */
  constructor(resource: Resource, namespace: string, options: Pick<ListOptions, "labelSelector" | "fieldSelector">) {
    this.#resource = resource;
    this.#namespace = namespace;
    this.#options = options;
    this.#needsFields = options.fieldSelector.requirements.some(
      ({ field }) => field !== "metadata.name" && field !== "metadata.namespace",
    );
  }

  /** Whether all objects of the namespace are selected. */
  get isEverything(): boolean {
    return this.#options.labelSelector.isEmpty && this.#options.fieldSelector.isEmpty;
  }

  /** The one object that can be selected, where its place is known. */
  get single(): { readonly namespace: string; readonly name: string } | undefined {
    const { fieldSelector } = this.#options;
    const name = fieldSelector.requiredValue("metadata.name");
    const namespace = this.#namespace || fieldSelector.requiredValue("metadata.namespace") || "";
    if (name === undefined || this.#resource.isNamespaced !== (namespace !== "")) return undefined;
    return { namespace, name };
  }

  /** Whether an object, wherever it is, is selected. */
  includes(stored: StoredObject): boolean {
    return (this.#namespace === "" || stored.namespace === this.#namespace) && this.accepts(stored);
  }

  /** Whether an object of the right namespace is selected. */
  accepts(stored: StoredObject): boolean {
    const { labelSelector, fieldSelector } = this.#options;
    if (!labelSelector.isEmpty && !labelSelector.matches(stored.object.metadata.labels)) return false;
    if (fieldSelector.isEmpty) return true;
    const values = this.#needsFields ? this.#resource.selectors.valuesOf(this.#resource.fromStored(stored.object)) : {};
    return fieldSelector.matchesFields((field) => {
      if (field === "metadata.name") return stored.name;
      if (field === "metadata.namespace") return stored.namespace;
      return values[field] ?? "";
    });
  }
}
