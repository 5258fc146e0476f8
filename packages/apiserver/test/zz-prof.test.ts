import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { test } from "vitest";
import { ApiServer } from "../src/index.ts";
import { hostileRequests } from "./hostile/all-requests.ts";
test("prof", { timeout: 120_000 }, async () => {
  await using server = await ApiServer.start();
  const which = process.env.WHICH!;
  const request = Object.values(hostileRequests).flat().find(({ name }) => name === which)!;
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.start");
  const t = performance.now();
  const answer = await server.handle({
    method: request.method, target: request.target,
    headers: Object.fromEntries((request.headers ?? []).map((h) => [h.split(":")[0]!.toLowerCase(), h.replace(/^[^:]*: */, "")])),
    body: async () => Buffer.from(request.body ?? ""),
    credentials: { user: { name: "admin", uid: "", groups: ["system:masters"], extra: {} } },
    signal: new AbortController().signal,
  });
  console.log(answer.status, performance.now() - t, String(answer.body).slice(0, 200));
  const { profile } = await session.post("Profiler.stop");
  writeFileSync("/tmp/rob/p.cpuprofile", JSON.stringify(profile));
});
