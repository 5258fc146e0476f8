import { connect, type Socket } from "node:net";

export interface Place {
  readonly host: string;
  readonly port: number;
}

/** A request, from the moment when it was first sent until it was answered, by whichever connection. */
export interface Answered {
  readonly startMs: number;
  readonly endMs: number;
}

/** Stores a value and reads it again, over and over, on a connection that it keeps. When that is closed, it connects anew and asks again. */
export class PersistentClient {
  readonly requests: Answered[] = [];
  /** Of connections that could not be made. */
  readonly refused: string[] = [];
  /** What was answered that should not have been. */
  readonly wrong: string[] = [];
  /** How often its connection was closed. */
  closed = 0;
  readonly #place: Place;
  readonly #name: string;
  readonly #running: Promise<void>;
  #connection: Connection | undefined;
  #isOver = false;

  constructor(place: Place, name: string) {
    this.#place = place;
    this.#name = name;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
    this.#connection?.close();
  }

  async #run(): Promise<void> {
    for (let count = 0; !this.#isOver; count++) {
      const value = `${this.#name}-${count}`;
      // Many requests a second say no more than some.
      await pause();
      const stored = await this.#ask(`set ${this.#name} 0 0 ${value.length}\r\n${value}\r\n`, "STORED\r\n");
      const read = await this.#ask(`get ${this.#name}\r\n`, "END\r\n");
      // Another instance answers after a reconnection, and has another value, or none.
      if (!/^STORED\r\n(VALUE \S+ 0 \d+\r\n\S+\r\n)?END\r\n$/.test(stored + read)) this.wrong.push(stored + read);
    }
  }

  /** The answer. */
  async #ask(text: string, end: string): Promise<string> {
    const startMs = performance.now();
    for (;;) {
      try {
        this.#connection ??= await Connection.open(this.#place);
      } catch (error) {
        this.refused.push(String(error));
        await pause();
        if (this.#isOver) return "";
        continue;
      }
      const answer = await this.#connection.ask(text, end);
      if (answer !== undefined) {
        this.requests.push({ startMs, endMs: performance.now() });
        return answer;
      }
      this.closed++;
      this.#connection.close();
      this.#connection = undefined;
    }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}

class Connection {
  readonly #socket: Socket;
  #received = "";
  #isClosed = false;
  #onChange: () => void = () => {};

  static async open(place: Place): Promise<Connection> {
    const socket = connect(place);
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    return new Connection(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      this.#received += text;
      this.#onChange();
    });
    for (const event of ["error", "end", "close"] as const) {
      socket.on(event, () => {
        this.#isClosed = true;
        this.#onChange();
      });
    }
  }

  /** The answer up to and with its end; undefined when the connection is closed before. */
  async ask(text: string, end: string): Promise<string | undefined> {
    this.#received = "";
    if (!this.#isClosed) this.#socket.write(text);
    while (!this.#received.endsWith(end) && !/ERROR.*\r\n$/.test(this.#received)) {
      if (this.#isClosed) return undefined;
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
    return this.#received;
  }

  close(): void {
    this.#socket.destroy();
  }
}
