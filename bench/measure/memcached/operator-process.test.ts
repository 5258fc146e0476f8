import { expect, test } from "vitest";
import { isErrorLine, parseCounters } from "./operator-process.mjs";

test("counts what an operator's metrics tell of its requests and reconciles", () => {
  const text = `# HELP rest_client_requests_total Number of HTTP requests
# TYPE rest_client_requests_total counter
rest_client_requests_total{code="200",host="127.0.0.1:6443",method="PUT"} 20
rest_client_requests_total{code="201",method="POST",host="127.0.0.1:6443"} 10
rest_client_requests_total{code="404",method="GET",host="127.0.0.1:6443"} 2
rest_client_requests_total{code="409",host="127.0.0.1:6443",method="PUT"} 3
rest_client_requests_total{code="<error>",method="GET",host="127.0.0.1:6443"} 1
controller_runtime_reconcile_total{controller="memcached",result="error"} 4
controller_runtime_reconcile_total{controller="memcached",result="success"} 30
kubewright_events_dropped_total{reason="queue_full"} 5
kubewright_events_dropped_total{reason="refused"} 1
`;
  expect(parseCounters(text)).toEqual({
    requests: 36,
    refused: 3,
    otherErrors: 1,
    reconciles: 34,
    failures: 4,
    droppedEvents: 6,
    byMethod: { PUT: 23, POST: 10, GET: 3 },
  });
});

test.each([
  ['{"level":"error","ts":"2026","msg":"Reconciler error"}', true],
  ['{"time":"2026","level":"error","message":"failed"}', true],
  ['{"level":"info","ts":"2026","msg":"an error: \\"level\\": none"}', false],
  ["E1116 klog writes so", false],
])("%s is a line of an error: %s", (line, isError) => {
  expect(isErrorLine(line)).toBe(isError);
});
