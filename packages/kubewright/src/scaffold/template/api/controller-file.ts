import { importPath, type KindContext } from "../../kind-context.ts";
import { fitting, importLine } from "../import-line.ts";

/** A controller that says in the status that it has seen the object, and leaves the rest to its author. */
export function controllerFile(context: KindContext): string {
  const { header, kind, variable, apiFile, controllerFile: file, controllerName, setupName } = context;
  const names = [
    "type Manager",
    "type ReconcileContext",
    "type Reconciler",
    "Result",
    "setCondition",
    "systemClock",
    "withStatus",
  ];
  return `${header}${importLine(names, "@kubewright/operator")}
${importLine([kind], importPath(file, apiFile))}

/** Makes the world as each ${kind} says it should be. */
export class ${kind}Reconciler implements Reconciler {
${rbacMarkers(context)}
  async reconcile({ key, client, log, signal }: ReconcileContext): Promise<Result> {
    const ${variable} = await client.find(${kind}, key, { signal });
    // It was deleted; what it owned goes with it.
    if (${variable} === undefined) return Result.done();

    // TODO: compare the world with ${variable}.spec, and change what differs.

    const conditions = [...(${variable}.status?.conditions ?? [])];
    const observedGeneration = ${variable}.metadata.generation ?? 0;
    const available = { type: "Available", status: "True", reason: "Reconciled", observedGeneration } as const;
    setCondition(conditions, available, systemClock);
    // Nothing is sent if the status is that already.
    await client.status.update(withStatus(${variable}, { ...${variable}.status, conditions }), { signal });
    log.info({ generation: observedGeneration }, "reconciled");
    return Result.done();
  }
}

/** Adds the controller to a manager. */
export function ${setupName}(manager: Manager): void {
${controllerChain([`controller("${controllerName}")`, `for(${kind})`, `reconcile(new ${kind}Reconciler())`])}
}
`;
}

/** Calls on the manager, in one line if they fit. */
export function controllerChain(calls: readonly string[]): string {
  return fitting(`  manager.${calls.join(".")};`, `  manager\n${calls.map((call) => `    .${call}`).join("\n")};`);
}

/** What each controller may do with objects of its kind, and with events. */
export function rbacMarkers({ group: name, plural }: KindContext, indent: string = "  "): string {
  const group = name === "" ? '""' : name;
  return [
    `groups=${group},resources=${plural},verbs=get;list;watch;update;patch`,
    `groups=${group},resources=${plural}/status,verbs=get;update;patch`,
    `groups=${group},resources=${plural}/finalizers,verbs=update`,
    "groups=events.k8s.io,resources=events,verbs=create;patch",
  ]
    .map((marker) => `${indent}// +kubebuilder:rbac:${marker}`)
    .join("\n");
}
