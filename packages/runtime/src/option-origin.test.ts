import { expect, test } from "vitest";
import { describeFlag, describeOption, flagOf } from "./option-origin.ts";

const origins = { "health.bindAddress": { flag: "--health-probe-bind-address", value: ":8081" } };

test("an option is named by its path, or as the flag is written that it was read from", () => {
  expect(describeOption("health.bindAddress", ":8081")).toBe('health.bindAddress ":8081"');
  expect(describeOption("health.bindAddress", ":8081", origins)).toBe("--health-probe-bind-address=:8081");
  expect(describeOption("metrics.bindAddress", ":8081", origins)).toBe('metrics.bindAddress ":8081"');
  expect(describeOption("toString", ":8081", origins)).toBe('toString ":8081"');
});

test("a flag is not to blame for an option that was changed since", () => {
  expect(flagOf("health.bindAddress", ":8081", origins)).toBe("--health-probe-bind-address");
  expect(flagOf("health.bindAddress", ":9999", origins)).toBeUndefined();
  expect(describeOption("health.bindAddress", ":9999", origins)).toBe('health.bindAddress ":9999"');
});

test("a flag is described on one line, whatever it says", () => {
  expect(describeFlag("--kubeconfig", "a\nb c")).toBe('--kubeconfig="a\\nb c"');
  expect(describeFlag("--kubeconfig", "")).toBe('--kubeconfig=""');
});
