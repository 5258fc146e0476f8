import { Deployment } from "@kubewright/api/apps/v1";
import { describe, expect, test } from "vitest";
import { rolloutLimits } from "./rollout-limits.ts";

describe("rolloutLimits", () => {
  test.each([
    { replicas: 4, surge: "25%", unavailable: "25%", maxSurge: 1, maxUnavailable: 1 },
    { replicas: 3, surge: "25%", unavailable: "25%", maxSurge: 1, maxUnavailable: 0 },
    { replicas: 2, surge: "0%", unavailable: "1%", maxSurge: 0, maxUnavailable: 1 },
    { replicas: 2, surge: "1%", unavailable: "0%", maxSurge: 1, maxUnavailable: 0 },
    { replicas: 2, surge: 0, unavailable: 5, maxSurge: 0, maxUnavailable: 2 },
    { replicas: 0, surge: 2, unavailable: 1, maxSurge: 2, maxUnavailable: 0 },
    { replicas: 10, surge: "100%", unavailable: "33%", maxSurge: 10, maxUnavailable: 3 },
  ])("of $replicas with $surge and $unavailable", ({ replicas, surge, unavailable, maxSurge, maxUnavailable }) => {
    const strategy = {
      type: "RollingUpdate" as const,
      rollingUpdate: { maxSurge: surge, maxUnavailable: unavailable },
    };
    const spec = { replicas, selector: {}, strategy, template: {} };
    const limits = rolloutLimits(Deployment.of({ metadata: { name: "web" }, spec }));
    expect(limits).toEqual({ replicas, isRolling: true, maxSurge, maxUnavailable });
  });
});
