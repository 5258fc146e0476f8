import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as promClient from "prom-client";
import { expect, test } from "vitest";
import { Metrics } from "./metrics.ts";
import { Counter, Gauge, Registry } from "./prom-client.ts";

test("the classes are those of prom-client's index", () => {
  expect(Counter).toBe(promClient.Counter);
  expect(Gauge).toBe(promClient.Gauge);
  expect(Registry).toBe(promClient.Registry);
});

test("a user's counter is in the runtime's registry, one of the same classes", async () => {
  const { registry } = new Metrics();
  expect(registry).toBeInstanceOf(promClient.Registry);
  const mine = new promClient.Counter({ name: "mine_total", help: "Mine", registers: [registry] });
  mine.inc();
  expect(registry.getSingleMetric("mine_total")).toBe(mine);
  expect(registry.getSingleMetric("rest_client_requests_total")).toBeInstanceOf(promClient.Counter);
  expect(await registry.metrics()).toContain("\nmine_total 1\n");
});

test("only this file loads prom-client", () => {
  const source = fileURLToPath(new URL("../../", import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !/\.test(-d)?\.ts$/.test(path),
  );
  const value = /^(?:import|export)\s+(?!type\b)[^;]*?"prom-client(?:\/[^"]*)?"|\b(?:import|require)\("prom-client/m;
  const loading = files.filter((path) => value.test(readFileSync(join(source, path), "utf8")));
  expect(loading).toEqual(["observability/metric/prom-client.ts"]);
});
