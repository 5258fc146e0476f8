import type { CommandHost } from "../host.ts";
import type { ObjectOutcome } from "./apply-objects.ts";
import { objectName } from "./target-cluster.ts";

/** Tells the user of each object in a line, as kubectl does. Says nothing where JSON is wanted: that comes in the end. */
export function outcomeReporter(
  output: "text" | "json",
  isDryRun: boolean,
  host: CommandHost,
): (outcome: ObjectOutcome) => void {
  if (output === "json") return () => {};
  const suffix = isDryRun ? " (server dry run)" : "";
  return (outcome) => {
    const { apiVersion, kind, name, namespace, result } = outcome;
    const [resource = ""] = objectName({ apiVersion, kind, metadata: { name } }).split("/");
    if (result === "deleted") {
      const where = namespace === undefined ? "" : ` from ${namespace} namespace`;
      host.output.write(`${resource} "${name}" deleted${where}${suffix}\n`);
    } else if (result === "unchecked") {
      host.output.write(`${resource}/${name} not checked: its namespace or definition is not there yet${suffix}\n`);
    } else if (result !== "absent") host.output.write(`${resource}/${name} ${result}${suffix}\n`);
  };
}
