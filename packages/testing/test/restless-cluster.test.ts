import { ManualClock } from "@kubewright/api";
import { ConfigMap } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { MemoryServer } from "../../runtime/test/fixture/memory-server.ts";
import { createEventually } from "../src/environment/environment-eventually.ts";

test("waiting ends after a while of real time, where the time of the cluster does not move", async () => {
  const clock = new ManualClock();
  const client = new MemoryServer({ kinds: [ConfigMap], clock }).client();
  await client.create(ConfigMap.of({ metadata: { name: "settings" }, data: { rounds: "7" } }));
  const pace = { clock, longestSecondMs: 20, during: <T>(work: Promise<T>) => work };
  const eventually = createEventually({ client, pace, log: () => ["warn round 7"] });
  await expect(eventually(ConfigMap, "settings", { data: { rounds: "8" } })).rejects.toMatchObject({
    code: "NOT_EVENTUALLY",
    message: expect.stringMatching(
      /^ConfigMap default\/settings, after 0 ms, where it is stuck, as if something were written without end, is not as expected \(-\), but so \(\+\):\n- data.rounds: "8"\n\+ data.rounds: "7"\n[\s\S]*The manager's log:\n {2}warn round 7$/,
    ),
  });
});
