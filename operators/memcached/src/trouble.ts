/** Why something is not as it should be, for the condition Degraded. */
export interface Trouble {
  /** In CamelCase. */
  readonly reason: string;
  /** What is wrong, and what to do about it. */
  readonly message: string;
}

/** The server refuses what the spec asks for. */
export const refused = "Refused";

/** A name that is needed belongs to an object of somebody else. */
export const nameTaken = "NameTaken";

/** Something keeps instances from getting ready. */
export const instancesFailing = "InstancesFailing";

/** Whether a reason is one that keeps the operator from what the spec says, though that does not contradict itself. */
export function isHindrance(reason: string | undefined): boolean {
  return reason === refused || reason === nameTaken;
}
