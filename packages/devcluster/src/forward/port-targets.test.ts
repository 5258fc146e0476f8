import type { Service } from "@kubewright/api/core/v1";
import type { Endpoint, EndpointPort, EndpointSlice } from "@kubewright/api/discovery/v1";
import { describe, expect, test } from "vitest";
import { isForwarded, portTargets } from "./port-targets.ts";

function slice(
  endpoints: Endpoint[],
  ports: EndpointPort[] = [{ name: "http", port: 8080, protocol: "TCP" }],
): EndpointSlice {
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: "web" },
    addressType: "IPv4",
    ports,
    endpoints,
  };
}

function pod(address: string, conditions: Endpoint["conditions"] = {}): Endpoint {
  return { addresses: [address], conditions, targetRef: { kind: "Pod", name: address } };
}

const http = { name: "http", port: 80 };

describe("portTargets", () => {
  test("are the endpoints that are ready, also those of which nothing is known", () => {
    const endpoints = [pod("127.1.0.2", { ready: true }), pod("127.1.0.3", { ready: false }), pod("127.1.0.4")];
    expect(portTargets([slice(endpoints)], http)).toEqual([
      { host: "127.1.0.2", port: 8080 },
      { host: "127.1.0.4", port: 8080 },
    ]);
  });

  test("are those that end but still serve when none is ready", () => {
    const ending = pod("127.1.0.2", { ready: false, serving: true, terminating: true });
    const silent = pod("127.1.0.3", { ready: false, serving: false, terminating: true });
    expect(portTargets([slice([ending, silent])], http)).toEqual([{ host: "127.1.0.2", port: 8080 }]);
    expect(portTargets([slice([ending, pod("127.1.0.4", { ready: true })])], http)).toEqual([
      { host: "127.1.0.4", port: 8080 },
    ]);
  });

  test("go by the name and the protocol of the port, slice by slice, each once", () => {
    const one = slice(
      [pod("127.1.0.2")],
      [
        { name: "http", port: 1, protocol: "TCP" },
        { name: "dns", port: 2, protocol: "UDP" },
      ],
    );
    const other = slice([pod("127.1.0.3")], [{ name: "http", port: 3, protocol: "TCP" }]);
    expect(portTargets([one, other, one], http)).toEqual([
      { host: "127.1.0.2", port: 1 },
      { host: "127.1.0.3", port: 3 },
    ]);
    expect(portTargets([one, other], { name: "dns", port: 53 })).toEqual([]);
  });

  test("leave out pods that nothing runs in, not endpoints that someone wrote", () => {
    const written: Endpoint = { addresses: ["192.0.2.1"], conditions: { ready: true } };
    expect(portTargets([slice([pod("10.0.0.1", { ready: true }), written])], http)).toEqual([
      { host: "192.0.2.1", port: 8080 },
    ]);
  });
});

test.each([
  ["a cluster address", { clusterIP: "10.0.0.1" }, true],
  ["none", { clusterIP: "None" }, false],
  ["no address yet", {}, false],
  ["another name", { type: "ExternalName", externalName: "example.com" }, false],
])("a service with %s is forwarded: %s", (_, spec, isMeant) => {
  const service = { apiVersion: "v1", kind: "Service", metadata: { name: "web" }, spec } as Service;
  expect(isForwarded(service)).toBe(isMeant);
});
