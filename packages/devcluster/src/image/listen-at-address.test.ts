import { execFile } from "node:child_process";
import { expect, test } from "vitest";
import { listenAtAddress } from "./listen-at-address.ts";

/** Where servers listen in a program that has these variables. */
function addresses(listens: readonly string[], ports: ReadonlyMap<number, number>, options?: string): Promise<string> {
  const program = `
    const http = require("node:http");
    const all = [${listens.map((args) => `(server, done) => server.listen(${args === "" ? "" : `${args}, `}done)`).join(",")}];
    Promise.all(all.map((listen) => new Promise((resolve) => {
      const server = http.createServer();
      listen(server, () => { const at = server.address(); resolve(typeof at === "string" ? "file" : at.address); });
    }))).then((found) => { console.log(found.join(" ")); process.exit(); });`;
  const env = listenAtAddress({ address: "127.0.0.2", ports }, options);
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ["-e", program], { env }, (error, output, errors) => {
      if (error === null) resolve(output.trim() + errors);
      else reject(new Error(errors));
    });
  });
}

test.runIf(process.platform === "linux")(
  "what would listen everywhere listens at the pod's address, however it is said",
  async () => {
    const everywhere = [
      "",
      "0",
      '"0"',
      '0, "0.0.0.0"',
      '0, "::", 16',
      "0, 16",
      "{ port: 0 }",
      '{ port: 0, host: "::", ipv6Only: true }',
    ];
    expect(await addresses(everywhere, new Map())).toBe(everywhere.map(() => "127.0.0.2").join(" "));
  },
);

test("what listens at an address of its choice does so, and what Node is told besides is kept", async () => {
  expect(await addresses(['0, "127.0.0.1"', '{ port: 0, host: "localhost" }'], new Map(), "--no-deprecation")).toMatch(
    /^127\.0\.0\.1 (127\.0\.0\.1|::1)$/,
  );
});

test("a container's port may be another of the machine", async () => {
  const options =
    listenAtAddress({ address: "127.0.0.1", ports: new Map([[8081, 40123]]) }, undefined).NODE_OPTIONS ?? "";
  expect(decodeURIComponent(options)).toContain('{"8081":40123}');
});
