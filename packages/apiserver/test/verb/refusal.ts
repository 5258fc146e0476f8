import { StatusError } from "@kubewright/api";

/** The code and message of the StatusError that a promise rejects with. */
export async function refusal(promise: Promise<unknown>): Promise<[code: number, message: string]> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StatusError)) throw error ?? new Error("nothing was refused");
  return [error.code, error.message];
}
