/** What a server that has not said how many streams it takes is sent at most. */
const assumedMaxStreams = 100;

/** How many streams a server takes on one connection, as the connections to it learn it. */
export class StreamLimit {
  #expected = assumedMaxStreams;

  /** What a new connection may be sent before the server says how much it takes: at least one, or it would never be asked. */
  get expected(): number {
    return this.#expected;
  }

  /** The server takes so many on a connection. */
  learn(maxStreams: number): void {
    this.#expected = Math.min(assumedMaxStreams, Math.max(1, maxStreams));
  }
}
