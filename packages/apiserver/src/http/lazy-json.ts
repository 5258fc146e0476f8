/** JSON that is made when it is read: as the text that goes over a wire, or as the value of that text. */
export interface LazyJson {
  text(): string;
  /** What parsing the text would give: nobody else has any part of it. */
  value(): unknown;
  /** The same, parts of which are the server's own and not to be changed, where that takes less. */
  shared?(): unknown;
}

/** What a body consists of. */
export type BodyPiece = Uint8Array | string | LazyJson;

/** Whether a piece is JSON that has not been made yet. */
export function isLazyJson(piece: object | string): piece is LazyJson {
  return typeof piece === "object" && "value" in piece;
}

/** A piece as it is sent. */
export function writtenPiece(piece: BodyPiece): Uint8Array | string {
  return isLazyJson(piece) ? piece.text() : piece;
}
