import { type Condition, controllerOf, type KubeObject } from "@kubewright/operator";

/** Why something is not as it should be, for the condition Degraded. */
export interface Trouble {
  /** In CamelCase. */
  readonly reason: string;
  /** What is wrong, and what to do about it. */
  readonly message: string;
}

/** A name that is needed belongs to an object of somebody else. */
export const nameTaken = "NameTaken";

/** Something keeps instances from getting ready. */
export const instancesFailing = "InstancesFailing";

/** The server refuses what the spec asks for. */
const refused = "Refused";

/** Something cannot be written, again and again. */
const writeFailed = "WriteFailed";

export function nameTakenBy(object: KubeObject): Trouble {
  const controller = controllerOf(object);
  const owner = controller === undefined ? "" : `, but to ${controller.kind} ${controller.name}`;
  return {
    reason: nameTaken,
    message:
      `${object.kind} ${object.metadata.name} is there already and does not belong to this Memcached${owner}, ` +
      `so it is left as it is: ${controller === undefined ? "delete it, or " : ""}give this Memcached another name`,
  };
}

/** A write that failed. */
export interface FailedWrite {
  readonly kind: string;
  readonly verb: "create" | "update";
  readonly error: unknown;
}

/** A write that the server will go on to refuse. */
export function refusedWrite(write: FailedWrite, memcached: string): Trouble {
  return { reason: refused, message: messageOf(write, memcached) };
}

/** A write that has failed many times. Servers find new words for the same failure: those that are told of it already stay. */
export function failedWrite(write: FailedWrite, memcached: string, told: Condition | undefined): Trouble {
  const isTold = told?.reason === writeFailed && told.message.startsWith(beginOf(write, memcached));
  return { reason: writeFailed, message: isTold ? told.message : messageOf(write, memcached) };
}

/** Whether a condition says that the server refused an object of that kind. */
export function isRefusalOf(kind: string, { reason, message }: Condition): boolean {
  return reason === refused && message.includes(` ${kind} for the custom resource `);
}

function messageOf(write: FailedWrite, memcached: string): string {
  const { error } = write;
  return `${beginOf(write, memcached)}${error instanceof Error ? error.message : error})`;
}

/** In the reference's words. */
function beginOf({ verb, kind }: FailedWrite, memcached: string): string {
  return `Failed to ${verb} ${kind} for the custom resource (${memcached}): (`;
}
