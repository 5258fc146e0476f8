import type { Difference } from "./comparison.ts";

/** A difference that is meant, or known and not mended. */
export interface Deviation {
  /** What differs. */
  readonly what: string;
  readonly because: string;
  readonly covers: (difference: Difference) => boolean;
}

/** Every way in which the embedded server answers differently. `docs/fidelity.md` lists them. */
export const deviations: readonly Deviation[] = [
  {
    what: "The words in which bad YAML is refused",
    because: "they are those of the YAML library; status, reason and everything around them are the reference's.",
    covers: ({ step }) => step === "bad YAML",
  },
  {
    what: "Answers are never protobuf",
    because: "clients that prefer it get JSON when they accept it, as kubectl and client-go do.",
    covers: ({ step }) => step.startsWith("application/vnd.kubernetes.protobuf"),
  },
  {
    what: "`/version` names no commit, Go version or platform",
    because: "it is not made of Go; the version is that of the reference.",
    covers: ({ request }) => request === "GET /version/",
  },
  {
    what: "An empty list that is always written (`rules` of a Role, `endpoints` of an EndpointSlice) has no owner in managedFields",
    because: "it is stored as null, as by the reference, but already when it is read.",
    covers: ({ script, step, details }) =>
      (script.startsWith("endpointslices.") || step === "roles") &&
      details.every((line) => line.includes("managedFields")),
  },
  {
    what: "A strategic merge patch of a ControllerRevision is accepted",
    because: "the reference takes the reordered members of its data for a change of them, and refuses.",
    covers: ({ script }) => script.startsWith("controllerrevisions."),
  },
];

/** The deviation that a difference is an instance of. */
export function deviationOf(difference: Difference): Deviation | undefined {
  return deviations.find(({ covers }) => covers(difference));
}
