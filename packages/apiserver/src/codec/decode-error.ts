/** A value does not fit the type that it should have. The message is the reference's, without saying which object it is about. */
export class DecodeError extends Error {
  override readonly name: string = "DecodeError";
}

/** A body is not JSON or YAML, or is no object. The message is the reference's. */
export class BodyError extends Error {
  override readonly name: string = "BodyError";
}
