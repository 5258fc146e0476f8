import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface Place {
  readonly host: string;
  readonly port: number;
}

export const memcachedPort = 11211;

/** Says something to a memcached over a connection of its own, and tells what it answers, up to a line that is `end` or begins with it. */
export async function ask(place: Place, text: string, end: string): Promise<string> {
  const socket = connect(place);
  try {
    await once(socket, "connect");
    return await answerOf(socket, text, end);
  } finally {
    socket.destroy();
  }
}

/** Says something and tells the answer. Rejects when the connection ends before the answer does. */
async function answerOf(socket: Socket, text: string, end: string): Promise<string> {
  socket.write(text);
  let answer = "";
  for await (const data of socket) {
    answer += String(data);
    if (new RegExp(`(^|\n)${end}[^\n]*\n$`).test(answer)) return answer;
  }
  throw new Error(`the connection ended after ${JSON.stringify(answer)}`);
}

/** Of the memcached that answers there: `pid`, `limit_maxbytes`… */
export async function statsOf(place: Place): Promise<ReadonlyMap<string, number>> {
  const text = await ask(place, "stats\r\n", "END");
  return new Map([...text.matchAll(/^STAT (\S+) (.*)\r$/gm)].map(([, name = "", value]) => [name, Number(value)]));
}

export async function pidOf(place: Place): Promise<number> {
  return (await statsOf(place)).get("pid") ?? Number.NaN;
}

/** Sets a value and gets it again. */
export async function setAndGet(place: Place, key: string, value: string): Promise<string> {
  await ask(place, `set ${key} 0 0 ${value.length}\r\n${value}\r\n`, "STORED");
  return await ask(place, `get ${key}\r\n`, "END");
}

/** Clients that connect to a place again and again, and ask something over each connection. */
export class Hammer implements AsyncDisposable {
  /** How often they were answered. */
  answers = 0;
  /** Of connections that were not made. */
  readonly refused: string[] = [];
  /** Of connections that were made, and broke before the answer came. */
  readonly broken: string[] = [];
  readonly #clients: Promise<void>[];
  #isOver = false;

  constructor(place: Place, count: number) {
    this.#clients = Array.from({ length: count }, () => this.#run(place));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  async #run(place: Place): Promise<void> {
    while (!this.#isOver) {
      const socket = connect(place);
      try {
        await once(socket, "connect");
      } catch (error) {
        this.refused.push(String(error));
        continue;
      }
      try {
        await answerOf(socket, "version\r\n", "VERSION");
        this.answers++;
      } catch (error) {
        this.broken.push(String(error));
      } finally {
        socket.destroy();
      }
    }
  }
}
