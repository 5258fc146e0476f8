import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readServer } from "./read-server.ts";
import { renderTypes } from "./render.ts";
import { request } from "node:https";

const types = fileURLToPath(new URL("../../packages/api/src/types/", import.meta.url));

test("the built-in types are what the reference server publishes", async () => {
  const files = renderTypes(await readServer((path) => new Promise((ok, no) => {
    request("https://127.0.0.1:26443" + path, { rejectUnauthorized: false, headers: { authorization: "Bearer admintoken", accept: "application/json" } }, (r) => {
      let t = ""; r.setEncoding("utf8"); r.on("data", (d) => (t += d)); r.on("end", () => ok(JSON.parse(t)));
    }).on("error", no).end();
  })));
  for (const [path, text] of files) await expect(text).toMatchFileSnapshot(join(types, path));
  const present = readdirSync(types, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  expect(present.sort()).toEqual([...files.keys()].sort());
});
