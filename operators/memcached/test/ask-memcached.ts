import { connect } from "node:net";

/** What a memcached at `address:port` answers to some lines, until it has nothing more to say. */
export async function askMemcached(endpoint: string, ...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(`tcp://${endpoint}`);
  const socket = connect({ host: hostname, port: Number(port) });
  try {
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no answer from ${endpoint}`)));
    socket.write([...lines, "quit", ""].join("\r\n"));
    let answer = "";
    for await (const piece of socket.setEncoding("utf8")) answer += piece;
    return answer;
  } finally {
    socket.destroy();
  }
}
