import { writeFileSync } from "node:fs";
import { startReferenceServer } from "@kubewright/testing";
import { test } from "vitest";
import { hostileRequests } from "./all-requests.ts";
import { prepare, untilServed } from "./hostile-world.ts";
import { play } from "./play-hostile.ts";

test("explore", { timeout: 900_000 }, async () => {
  await using server = await startReferenceServer();
  const address = { url: server.url, certificateAuthority: server.caCertificate, client: server.admin };
  await prepare(address);
  const out: Record<string, Record<string, string>> = {};
  for (const [group, requests] of Object.entries(hostileRequests)) {
    if (group === "patterns") await untilServed(address, "/apis/pattern9.example.com/v1/patterns");
    out[group] = {};
    for (const request of requests) {
      const started = performance.now();
      const answer = await Promise.race([
        play(address, request),
        new Promise<string>((r) => setTimeout(() => r("nothing within 20 s"), 20_000)),
      ]);
      out[group]![request.name] = answer;
      const ms = performance.now() - started;
      if (ms > 1500) console.log(Math.round(ms), request.name);
    }
    writeFileSync("/tmp/rob/reference.json", JSON.stringify(out, null, 1));
  }
});
