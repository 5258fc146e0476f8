import { expect, test } from "vitest";
import { parseRequestCounters } from "./request-counters.mjs";

test("reads what the server counted, and nothing else", () => {
  const text = [
    "# TYPE apiserver_request_total counter",
    'apiserver_request_total{code="201",component="apiserver",dry_run="",group="apps",resource="deployments",scope="resource",subresource="",verb="POST",version="v1"} 2000',
    'apiserver_request_total{code="409",component="apiserver",dry_run="",group="cache.example.com",resource="memcacheds",scope="resource",subresource="status",verb="PUT",version="v1"} 1.2e+03',
    'apiserver_request_total{code="0",component="apiserver",dry_run="",group="",resource="",scope="",subresource="/readyz",verb="GET",version=""} 3',
    'apiserver_request_duration_seconds_count{resource="pods",verb="GET"} 7',
  ].join("\n");
  expect(parseRequestCounters(text)).toEqual([
    { resource: "deployments", subresource: "", verb: "POST", code: 201, count: 2000 },
    { resource: "memcacheds", subresource: "status", verb: "PUT", code: 409, count: 1200 },
    { resource: "", subresource: "/readyz", verb: "GET", code: 0, count: 3 },
  ]);
});
