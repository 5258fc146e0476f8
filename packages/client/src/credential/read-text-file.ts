import { promises } from "node:fs";
import { errorCodeOf } from "../error-code.ts";
import { ClientError, type ClientErrorCode } from "../errors.ts";

/** What to say about a file that cannot be read. */
export interface FileRole {
  readonly code: ClientErrorCode;
  /** What the file is: `the token file`, `users[0].user.client-key in config`. */
  readonly what: string;
  /** What the user may do about it. */
  readonly fix: string;
}

/** The file's text as UTF-8. Throws ClientError that names file, cause and fix. */
export async function readTextFile(path: string, role: FileRole): Promise<string> {
  try {
    return await promises.readFile(path, "utf8");
  } catch (cause) {
    throw new ClientError(role.code, `cannot read ${role.what}: ${path} ${reasonOf(cause)}; ${role.fix}`, { cause });
  }
}

/** Whether a file operation failed because there is no such file. */
export function isMissingFile(error: unknown): boolean {
  const code = errorCodeOf(error instanceof ClientError ? error.cause : error);
  return code === "ENOENT" || code === "ENOTDIR";
}

function reasonOf(error: unknown): string {
  switch (errorCodeOf(error)) {
    case "ENOENT":
    case "ENOTDIR":
      return "does not exist";
    case "EACCES":
    case "EPERM":
      return "may not be read by this user (permission denied)";
    case "EISDIR":
      return "is a directory, not a file";
    default:
      return `cannot be read (${errorCodeOf(error) ?? "unknown error"})`;
  }
}
