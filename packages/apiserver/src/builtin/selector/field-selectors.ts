import { quote } from "@kubewright/api/server";
import type { FieldSelectors } from "../../resource/resource.ts";
import type { ApiObject } from "../../resource-object.ts";

/** Fields of one kind, beside its name and namespace. */
interface SelectableFields {
  /** Where the value is: a path in the object, or a function of it. */
  readonly fields: Readonly<Record<string, string | ((object: ApiObject) => string)>>;
  readonly unsupported?: (name: string) => string;
}

const alwaysAccepted = "metadata.namespace";

/** By which fields objects of a kind can be selected, as the version shows them. */
export function fieldSelectorsOf(group: string, version: string, kind: string, isNamespaced: boolean): FieldSelectors {
  const own = table[`${group === "" ? "" : `${group}/`}${version}/${kind}`];
  if (own === undefined) {
    return new KindSelectors(isNamespaced, isNamespaced ? {} : { [alwaysAccepted]: () => "" }, unknownField);
  }
  return new KindSelectors(isNamespaced, own.fields, own.unsupported ?? unsupportedLabel);
}

class KindSelectors implements FieldSelectors {
  readonly names: readonly string[];
  readonly #isNamespaced: boolean;
  readonly #fields: readonly (readonly [string, (object: ApiObject) => string])[];
  readonly #unsupported: (name: string) => string;

  constructor(isNamespaced: boolean, fields: SelectableFields["fields"], unsupported: (name: string) => string) {
    this.names = Object.keys(fields);
    this.#isNamespaced = isNamespaced;
    this.#fields = Object.entries(fields).map(([name, at]) => [name, typeof at === "string" ? textAt(at) : at]);
    this.#unsupported = unsupported;
  }

  valuesOf(object: ApiObject): Readonly<Record<string, string>> {
    const values: Record<string, string> = { "metadata.name": object.metadata.name ?? "" };
    if (this.#isNamespaced) values["metadata.namespace"] = object.metadata.namespace ?? "";
    for (const [name, valueIn] of this.#fields) values[name] = valueIn(object);
    return values;
  }

  unsupportedText(name: string): string {
    return this.#unsupported(name);
  }
}

function unknownField(name: string): string {
  return `${quote(name)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

function unsupportedLabel(name: string): string {
  return `field label not supported: ${name}`;
}

/** The text at a path; `""` where nothing is. */
function textAt(path: string, absent = ""): (object: ApiObject) => string {
  const steps = path.split(".");
  return (object) => {
    let value: unknown = object;
    for (const step of steps) {
      if (typeof value !== "object" || value === null) return absent;
      value = (value as Record<string, unknown>)[step];
    }
    return value === undefined || value === null ? absent : String(value);
  };
}

function at(prefix: string, names: readonly string[], from: string = prefix): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`${prefix}.${name}`, `${from}.${name}`]));
}

const referenceFields = ["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"];

const table: Readonly<Record<string, SelectableFields>> = {
  "v1/Pod": {
    fields: {
      ...at("spec", ["nodeName", "restartPolicy", "schedulerName", "serviceAccountName"]),
      "spec.host": "spec.nodeName",
      "spec.hostNetwork": textAt("spec.hostNetwork", "false"),
      ...at("status", ["phase", "podIP", "nominatedNodeName"]),
      // Taken, but no pod has a value for it.
      "status.podIPs": () => "",
    },
  },
  "v1/Node": { fields: { "spec.unschedulable": textAt("spec.unschedulable", "false") } },
  "v1/ReplicationController": { fields: { "status.replicas": textAt("status.replicas", "0") } },
  "v1/Event": {
    fields: {
      ...at("involvedObject", referenceFields),
      reason: "reason",
      reportingComponent: "reportingComponent",
      source: (event) => textAt("source.component")(event) || textAt("reportingComponent")(event),
      type: "type",
    },
  },
  "events.k8s.io/v1/Event": {
    fields: {
      ...at("regarding", referenceFields),
      reason: "reason",
      reportingController: "reportingController",
      type: "type",
    },
  },
  "v1/Namespace": { fields: { "status.phase": "status.phase" } },
  "v1/Secret": { fields: { type: "type" } },
  "v1/Service": { fields: at("spec", ["clusterIP", "type"]) },
  "batch/v1/Job": {
    fields: { "status.successful": textAt("status.succeeded", "0") },
    unsupported: (name) => `field label ${quote(name)} not supported for Job`,
  },
  "certificates.k8s.io/v1/CertificateSigningRequest": { fields: at("spec", ["signerName"]) },
  "resource.k8s.io/v1/ResourceSlice": {
    fields: at("spec", ["nodeName", "driver"]),
    unsupported: (name) => `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${name}`,
  },
};
