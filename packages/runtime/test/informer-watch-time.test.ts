import type { Interceptor } from "@kubewright/client";
import { expect, test } from "vitest";
import { InformerRig } from "./fixture/informer-rig.ts";

test.each([
  { asked: {}, random: 0, seconds: 300 },
  { asked: {}, random: 0.5, seconds: 450 },
  { asked: { minWatchMs: 2500 }, random: 0, seconds: 2 },
  { asked: { minWatchMs: 10 }, random: 0, seconds: 1 },
])("a watch of $asked lasts $seconds s where chance is $random", async ({ asked, random, seconds }) => {
  const paths: string[] = [];
  const see: Interceptor = (request, next) => {
    paths.push(request.path);
    return next(request);
  };
  const rig = new InformerRig({ ...asked, random: () => random, interceptors: [see] });
  await rig.start();
  expect(paths[0]).toMatch(new RegExp(`[?&]timeoutSeconds=${seconds}(&|$)`));
});
