import { connect } from "node:net";

/** Keeps a value in a memcached and reads it again: what it answers. Rejects when nothing comes for some seconds. */
export async function setAndGet(host: string, port = 11211): Promise<string> {
  const socket = connect({ host, port, timeout: 5_000 });
  socket.once("timeout", () => socket.destroy(new Error(`${host}:${port} does not answer`)));
  try {
    socket.write("set a 0 0 1\r\n7\r\nget a\r\n");
    let answer = "";
    for await (const chunk of socket.setEncoding("utf8")) {
      answer += chunk;
      if (answer.endsWith("END\r\n")) break;
    }
    return answer;
  } finally {
    socket.destroy();
  }
}

/** What a memcached answers to it. */
export const stored = "STORED\r\nVALUE a 0 1\r\n7\r\nEND\r\n";
