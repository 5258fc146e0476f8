import { ManualClock } from "@kubewright/api";
import { Deployment } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { ApiClient, intercept, observeRequests, responseOf } from "@kubewright/client";
import { Counter } from "prom-client";
import { describe, expect, test } from "vitest";
import { Metrics } from "./metrics.ts";

/** The lines of one metric, without the histograms' buckets. */
async function show(metrics: Metrics, name: string): Promise<string[]> {
  const lines = (await metrics.registry.metrics()).split("\n");
  return lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
}

describe("Metrics", () => {
  test("has one registry each, to which users add", async () => {
    const [one, two] = [new Metrics(), new Metrics()];
    new Counter({ name: "mine_total", help: "Mine", registers: [one.registry] }).inc();
    expect(await show(one, "mine_total")).toEqual(["mine_total 1"]);
    expect(await show(two, "mine_total")).toEqual([]);
  });

  test("tells how long a read waited for the cache", async () => {
    const metrics = new Metrics();
    metrics.consistency().waited("list", "timeout", 3);
    const labels = 'operation="list",result="timeout"';
    const name = "controller_runtime_client_consistency_wait_duration_seconds";
    expect(await show(metrics, `${name}_sum`)).toEqual([`${name}_sum{${labels}} 3`]);
    expect(await show(metrics, `${name}_bucket`)).toContain(`${name}_bucket{${labels},le="2"} 0`);
    expect(await show(metrics, `${name}_bucket`)).toContain(`${name}_bucket{${labels},le="4"} 1`);
  });

  test("tells whether this process leads", async () => {
    const metrics = new Metrics();
    const election = metrics.election("a");
    election.leading(true);
    election.slowPath();
    expect(await show(metrics, "leader_election_master_status")).toEqual(['leader_election_master_status{name="a"} 1']);
    expect(await show(metrics, "leader_election_slowpath_total")).toEqual([
      'leader_election_slowpath_total{name="a"} 1',
    ]);
    election.leading(false);
    expect(await show(metrics, "leader_election_master_status")).toEqual(['leader_election_master_status{name="a"} 0']);
  });

  test("counts requests of a client that is observed", async () => {
    const metrics = new Metrics();
    const clock = new ManualClock();
    const transport = intercept(
      {
        send: async ({ path }) => {
          if (path.includes("broken")) throw new Error("aborted");
          return responseOf({ status: path.includes("none") ? 404 : 200, body: "{}" });
        },
        close: async () => {},
      },
      [observeRequests(metrics.requests("10.0.0.1:6443"), { clock })],
    );
    const client = new ApiClient({ transport, clock });
    for (const name of ["web", "none", "broken"]) await client.get(Pod, name).catch(() => {});
    expect((await show(metrics, "rest_client_requests_total")).sort()).toEqual([
      'rest_client_requests_total{code="200",method="GET",host="10.0.0.1:6443"} 1',
      'rest_client_requests_total{code="404",method="GET",host="10.0.0.1:6443"} 1',
      'rest_client_requests_total{code="<error>",method="GET",host="10.0.0.1:6443"} 1',
    ]);
    expect(await metrics.registry.metrics()).not.toContain("rest_client_request_duration_seconds");
  });

  test("leaves streams out of the durations of requests", async () => {
    const metrics = new Metrics({ requestDurations: true });
    const observe = metrics.requests("h");
    for (const isStream of [true, false]) {
      observe({ method: "GET", path: "/", isStream, durationMs: 500, outcome: { status: 200 } });
    }
    const name = "rest_client_request_duration_seconds_sum";
    expect(await show(metrics, name)).toEqual([`${name}{verb="GET",host="h"} 0.5`]);
  });

  test("counts events, and shows 0 before the first", async () => {
    const metrics = new Metrics();
    expect(await show(metrics, "kubewright_events_sent_total")).toEqual(["kubewright_events_sent_total 0"]);
    const events = metrics.events();
    events.recorded("Warning");
    events.sent();
    events.dropped("spam");
    events.retried();
    expect(await show(metrics, "kubewright_events_recorded_total")).toEqual([
      'kubewright_events_recorded_total{type="Normal"} 0',
      'kubewright_events_recorded_total{type="Warning"} 1',
    ]);
    expect(await show(metrics, "kubewright_events_sent_total")).toEqual(["kubewright_events_sent_total 1"]);
    expect(await show(metrics, "kubewright_events_retries_total")).toEqual(["kubewright_events_retries_total 1"]);
    expect(await show(metrics, "kubewright_events_dropped_total")).toContain(
      'kubewright_events_dropped_total{reason="spam"} 1',
    );
  });
});

describe("a queue", () => {
  test("shows its depth by priority, of which the 26th and later share a label", async () => {
    const metrics = new Metrics();
    const queue = metrics.queue("q");
    for (let priority = 1; priority <= 30; priority++) queue.depthChanged(priority, 1);
    queue.depthChanged(1, -1);
    queue.depthChanged(30, -1);
    const lines = await show(metrics, "workqueue_depth");
    expect(lines).toHaveLength(26);
    expect(lines).toContain('workqueue_depth{name="q",controller="q",priority="1"} 0');
    expect(lines).toContain('workqueue_depth{name="q",controller="q",priority="25"} 1');
    expect(lines).toContain('workqueue_depth{name="q",controller="q",priority="exceeded_cardinality_limit"} 4');
  });

  test("shows what its workers have not finished, as of now", async () => {
    const metrics = new Metrics();
    let seconds = [1, 2.5];
    metrics.queue("q").unfinished(() => seconds);
    expect(await show(metrics, "workqueue_unfinished_work_seconds")).toEqual([
      'workqueue_unfinished_work_seconds{name="q",controller="q"} 3.5',
    ]);
    expect(await show(metrics, "workqueue_longest_running_processor_seconds")).toEqual([
      'workqueue_longest_running_processor_seconds{name="q",controller="q"} 2.5',
    ]);
    seconds = [];
    expect(await show(metrics, "workqueue_unfinished_work_seconds")).toEqual([
      'workqueue_unfinished_work_seconds{name="q",controller="q"} 0',
    ]);
  });

  test("counts on when it is asked for again, and however often it is shown", async () => {
    const metrics = new Metrics();
    metrics.queue("q").added();
    await metrics.registry.metrics();
    metrics.controller("q").queue.added();
    await metrics.registry.metrics();
    expect(await show(metrics, "workqueue_adds_total")).toEqual(['workqueue_adds_total{name="q",controller="q"} 2']);
  });
});

describe("an informer", () => {
  const labels = 'apiVersion="apps/v1",kind="Deployment"';

  test("shows objects, synced and events, and nothing of the past once it stopped", async () => {
    const metrics = new Metrics();
    const informer = metrics.informer(Deployment);
    expect(await show(metrics, "kubewright_informer_synced")).toEqual([`kubewright_informer_synced{${labels}} 0`]);
    informer.objects(3);
    informer.synced(true);
    informer.event("added");
    informer.listed(0.2);
    informer.failed("gone");
    expect(await show(metrics, "kubewright_informer_objects")).toEqual([`kubewright_informer_objects{${labels}} 3`]);
    expect(await show(metrics, "kubewright_informer_synced")).toEqual([`kubewright_informer_synced{${labels}} 1`]);
    informer.event("added");
    informer.stopped();
    expect(await show(metrics, "kubewright_informer_objects")).toEqual([]);
    expect(await show(metrics, "kubewright_informer_synced")).toEqual([]);
    expect(await show(metrics, "kubewright_informer_events_total")).toContain(
      `kubewright_informer_events_total{${labels},type="added"} 2`,
    );
    expect(await show(metrics, "kubewright_informer_failures_total")).toEqual([
      `kubewright_informer_failures_total{${labels},reason="gone"} 1`,
    ]);
    expect(await show(metrics, "kubewright_informer_list_duration_seconds_count")).toEqual([
      `kubewright_informer_list_duration_seconds_count{${labels}} 1`,
    ]);
  });

  test("shows the age of the watch that is silent longest", async () => {
    const clock = new ManualClock();
    const metrics = new Metrics({ clock });
    const informer = metrics.informer(Deployment);
    const name = "kubewright_informer_watch_age_seconds";
    expect(await show(metrics, name)).toEqual([]);
    informer.watchAlive("a");
    clock.advance(10_000);
    informer.watchAlive("b");
    clock.advance(5_000);
    expect(await show(metrics, name)).toEqual([`${name}{${labels}} 15`]);
    informer.watchAlive("a");
    expect(await show(metrics, name)).toEqual([`${name}{${labels}} 5`]);
    informer.stopped();
    expect(await show(metrics, name)).toEqual([]);
  });

  test("is counted together with another one of its kind", async () => {
    const clock = new ManualClock();
    const metrics = new Metrics({ clock });
    const [one, two] = [metrics.informer(Deployment), metrics.informer(Deployment)];
    one.objects(3);
    two.objects(4);
    two.synced(true);
    one.watchAlive();
    clock.advance(1000);
    two.watchAlive();
    expect(await show(metrics, "kubewright_informer_objects")).toEqual([`kubewright_informer_objects{${labels}} 7`]);
    expect(await show(metrics, "kubewright_informer_synced")).toEqual([`kubewright_informer_synced{${labels}} 0`]);
    expect(await show(metrics, "kubewright_informer_watch_age_seconds")).toEqual([
      `kubewright_informer_watch_age_seconds{${labels}} 1`,
    ]);
  });
});
