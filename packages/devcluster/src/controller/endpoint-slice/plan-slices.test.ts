import type { Endpoint, EndpointPort, EndpointSlice } from "@kubewright/api/discovery/v1";
import { describe, expect, test } from "vitest";
import { planSlices } from "./plan-slices.ts";
import { portsKey } from "./wanted-slices.ts";

const http: EndpointPort[] = [{ name: "", port: 80, protocol: "TCP" }];

function endpoint(id: string, isReady = true): Endpoint {
  return { addresses: ["10.0.0.1"], conditions: { ready: isReady }, targetRef: { kind: "Pod", name: id } };
}

function slice(name: string, endpoints: Endpoint[]): EndpointSlice {
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name },
    addressType: "IPv4",
    ports: http,
    endpoints,
  };
}

function wanted(endpoints: Endpoint[]) {
  return new Map([[portsKey(http), { ports: http, endpoints }]]);
}

const fresh = () => false;

describe("planSlices", () => {
  test("does nothing when all is as it should be", () => {
    const existing = [slice("a", [endpoint("p1"), endpoint("p2")])];
    const plan = planSlices(existing, wanted([endpoint("p2"), endpoint("p1")]), fresh);
    expect(plan).toEqual({ create: [], update: [], remove: [] });
  });

  test("makes a slice without ports and endpoints for a service without pods, once", () => {
    expect(planSlices([], new Map(), fresh).create).toEqual([{ ports: [], endpoints: [] }]);
    const empty = { ...slice("a", []), ports: [] };
    expect(planSlices([empty], new Map(), fresh)).toEqual({ create: [], update: [], remove: [] });
    expect(planSlices([empty], new Map(), () => true).update).toEqual([{ slice: empty, ports: [], endpoints: [] }]);
  });

  test("empties the last slice when its last endpoint goes", () => {
    const last = slice("a", [endpoint("p1")]);
    expect(planSlices([last], new Map(), fresh)).toEqual({
      create: [],
      update: [{ slice: last, ports: [], endpoints: [] }],
      remove: [],
    });
  });

  test("adds to a slice that does not change only if it has room for all", () => {
    const all = Array.from({ length: 150 }, (_, index) => endpoint(`p${index}`));
    const crowded = planSlices([slice("a", all.slice(0, 90))], wanted(all), fresh);
    expect(crowded.update).toEqual([]);
    expect(crowded.create.map(({ endpoints }) => endpoints.length)).toEqual([60]);
    const roomy = planSlices(
      [slice("a", all.slice(0, 10)), slice("b", all.slice(10, 60))],
      wanted(all.slice(0, 90)),
      fresh,
    );
    expect(roomy.update.map(({ slice: { metadata }, endpoints }) => [metadata.name, endpoints.length])).toEqual([
      ["b", 80],
    ]);
    expect(roomy.create).toEqual([]);
  });

  test("fills slices that change anyway before it makes others, a hundred in each", () => {
    const all = Array.from({ length: 250 }, (_, index) => endpoint(`p${index}`));
    const old = slice("a", [endpoint("gone"), ...all.slice(0, 20)]);
    const plan = planSlices([old], wanted(all), fresh);
    expect(plan.update.map(({ endpoints }) => endpoints.length)).toEqual([100]);
    expect(plan.create.map(({ endpoints }) => endpoints.length)).toEqual([100, 50]);
  });

  test("changes only the slice of an endpoint that changed", () => {
    const existing = [slice("a", [endpoint("p1")]), slice("b", [endpoint("p2")])];
    const plan = planSlices(existing, wanted([endpoint("p1"), endpoint("p2", false)]), fresh);
    expect(plan.update.map(({ slice: { metadata }, endpoints }) => [metadata.name, endpoints])).toEqual([
      ["b", [endpoint("p2", false)]],
    ]);
    expect([plan.create, plan.remove]).toEqual([[], []]);
  });

  test("reuses the empty slice of no ports when the first pod comes", () => {
    const empty = { ...slice("a", []), ports: [] };
    const plan = planSlices([empty], wanted([endpoint("p1")]), fresh);
    expect(plan.update).toEqual([{ slice: empty, ports: http, endpoints: [endpoint("p1")] }]);
    expect([plan.create, plan.remove]).toEqual([[], []]);
  });

  test("removes slices that have become empty, but for the last", () => {
    const existing = [slice("a", [endpoint("p1")]), slice("b", [endpoint("p2")])];
    const plan = planSlices(existing, wanted([endpoint("p1")]), fresh);
    expect(plan.remove.map(({ metadata }) => metadata.name)).toEqual(["b"]);
    expect([plan.create, plan.update]).toEqual([[], []]);
  });

  test("writes a slice again when the service's labels have changed", () => {
    const existing = [slice("a", [endpoint("p1")])];
    expect(planSlices(existing, wanted([endpoint("p1")]), () => true).update).toHaveLength(1);
  });
});
