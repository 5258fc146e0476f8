import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HttpsTransport } from "@kubewright/client";
import { startReferenceServer } from "@kubewright/testing";
import { expect, test } from "vitest";
import { readServer } from "./read-server.ts";
import { renderTypes } from "./render.ts";

const types = fileURLToPath(new URL("../../packages/api/src/types/", import.meta.url));

test("the built-in types are what the reference server publishes", async () => {
  await using server = await startReferenceServer();
  await using transport = new HttpsTransport(server.connection());
  const getJson = async (path: string): Promise<unknown> => {
    const response = await transport.send({ method: "GET", path, headers: { accept: "application/json" } });
    return JSON.parse(await response.body.text());
  };
  const files = renderTypes(await readServer(getJson));
  for (const [path, text] of files) await expect(text).toMatchFileSnapshot(join(types, path));
  const present = readdirSync(types, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  expect(present.sort()).toEqual([...files.keys()].sort());
});
