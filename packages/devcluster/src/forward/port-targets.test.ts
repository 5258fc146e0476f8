import type { Service } from "@kubewright/api/core/v1";
import type { Endpoint, EndpointPort, EndpointSlice } from "@kubewright/api/discovery/v1";
import { describe, expect, test } from "vitest";
import { isForwarded, portTargets, type Target } from "./port-targets.ts";

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
  return { addresses: [address], conditions, targetRef: { kind: "Pod", uid: address } };
}

/** `127.1.0.2:8080` for each. */
function places(targets: readonly Target[]): string[] {
  return targets.map(({ host, port }) => `${host}:${port}`);
}

const http = { name: "http", port: 80 };

describe("portTargets", () => {
  test("are the endpoints that are ready, also those of which nothing is known", () => {
    const endpoints = [pod("127.1.0.2", { ready: true }), pod("127.1.0.3", { ready: false }), pod("127.1.0.4")];
    expect(places(portTargets([slice(endpoints)], http).targets)).toEqual(["127.1.0.2:8080", "127.1.0.4:8080"]);
  });

  test("are those that end but still serve when none is ready", () => {
    const ending = pod("127.1.0.2", { ready: false, serving: true, terminating: true });
    const silent = pod("127.1.0.3", { ready: false, serving: false, terminating: true });
    expect(places(portTargets([slice([ending, silent])], http).targets)).toEqual(["127.1.0.2:8080"]);
    expect(places(portTargets([slice([ending, pod("127.1.0.4", { ready: true })])], http).targets)).toEqual([
      "127.1.0.4:8080",
    ]);
  });

  test("leave out a pod that ends, be it that its endpoint is still called ready", () => {
    const slices = [slice([pod("127.1.0.2", { ready: true, serving: true }), pod("127.1.0.3", { ready: true })])];
    const ends = (name: string) => ({ isEnding: (uid: string) => uid === name || name === "all" });
    expect(places(portTargets(slices, http, ends("127.1.0.2")).targets)).toEqual(["127.1.0.3:8080"]);
    expect(portTargets(slices, http, ends("all")).targets).toHaveLength(2);
    // Of a service that publishes addresses that are not ready.
    const published = slice([pod("127.1.0.2", { ready: true, serving: false, terminating: true })]);
    expect(portTargets([published], http, ends("all")).targets).toHaveLength(1);
  });

  test("stay open for those that serve, ready or not", () => {
    const endpoints = [
      pod("127.1.0.2", { ready: true, serving: true }),
      pod("127.1.0.3", { ready: false, serving: true, terminating: true }),
      pod("127.1.0.4", { ready: false, serving: false }),
    ];
    expect(portTargets([slice(endpoints)], http).serving.map(({ host }) => host)).toEqual(["127.1.0.2", "127.1.0.3"]);
  });

  test("are at the ports where programs listen instead of at those of their pods", () => {
    const endpoints = ["a", "b"].map((uid) => ({ ...pod("127.0.0.1"), targetRef: { kind: "Pod", uid } }));
    const mapped: Record<string, number> = { a: 40_001, b: 40_002 };
    const mappedPort = (uid: string, port: number) => (port === 8080 ? mapped[uid] : undefined);
    expect(portTargets([slice(endpoints)], http, { mappedPort }).targets.map(({ port }) => port)).toEqual([
      40_001, 40_002,
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
    expect(places(portTargets([one, other, one], http).targets)).toEqual(["127.1.0.2:1", "127.1.0.3:3"]);
    expect(portTargets([one, other], { name: "dns", port: 53 }).targets).toEqual([]);
  });

  test("are none of names that only a resolver knows", () => {
    const named: EndpointSlice = { ...slice([{ addresses: ["example.com"] }]), addressType: "FQDN" };
    expect(portTargets([named], http).targets).toEqual([]);
  });

  test("leave out pods that nothing runs in, not endpoints that someone wrote", () => {
    const written: Endpoint = { addresses: ["192.0.2.1"], conditions: { ready: true } };
    expect(places(portTargets([slice([pod("10.0.0.1", { ready: true }), written])], http).targets)).toEqual([
      "192.0.2.1:8080",
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

test("a service that another proxy is asked to forward is not", () => {
  const labels = { "service.kubernetes.io/service-proxy-name": "other" };
  const service = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "web", labels },
    spec: { clusterIP: "10.0.0.1" },
  };
  expect(isForwarded(service as Service)).toBe(false);
});
