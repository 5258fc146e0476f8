import { ManualClock } from "@kubewright/api";
import { describe, expect, test } from "vitest";
import { type EnvironmentOptions, resolveOptions } from "./environment-options.ts";

const fault = { fault: { type: "status", status: 500 } } as const;
/** What no compiler has seen. */
const wrong = (options: object): EnvironmentOptions => options;

describe("options of an environment", () => {
  test("are complete when none is given", () => {
    expect(resolveOptions({}, {})).toEqual({
      cluster: "embedded",
      controllers: ["*"],
      nodes: { simulated: 1 },
      crds: [],
      faults: [],
      manualClock: undefined,
    });
  });

  test.each([
    [{}, "embedded"],
    [{ USE_EXISTING_CLUSTER: "true" }, "existing"],
    [{ USE_EXISTING_CLUSTER: "false" }, "embedded"],
    [{ KUBEWRIGHT_TEST_CLUSTER: "assets" }, "assets"],
    [{ KUBEWRIGHT_TEST_CLUSTER: "existing", USE_EXISTING_CLUSTER: "true" }, "existing"],
  ])("with %j, the cluster is %s", (env, cluster) => {
    expect(resolveOptions({}, env).cluster).toBe(cluster);
    expect(resolveOptions({ cluster: "embedded" }, env).cluster).toBe("embedded");
  });

  test.each<[EnvironmentOptions["nodes"], object]>([
    [0, {}],
    [{ simulated: 0 }, {}],
    [{ process: { count: 0 } }, {}],
    [
      { simulated: 2, process: 1 },
      { simulated: 2, process: 1 },
    ],
    [{ simulated: { names: ["a"] } }, { simulated: { names: ["a"] } }],
  ])("nodes %j are %j", (nodes, resolved) => {
    expect(resolveOptions({ nodes: nodes! }, {}).nodes).toEqual(resolved);
  });

  test("a manual clock is made, or taken", () => {
    const clock = new ManualClock();
    expect(resolveOptions({ clock }, {}).manualClock).toBe(clock);
    expect(resolveOptions({ clock: "manual" }, {}).manualClock).toBeInstanceOf(ManualClock);
  });

  test.each<[EnvironmentOptions, Record<string, string>, string]>([
    [
      wrong({ crd: [] }),
      {},
      "crd: there is no such option; there are cluster, controllers, nodes, crds, faults, clock, assets, existing, log, host",
    ],
    [wrong({ cluster: "kind" }), {}, 'cluster: there is no "kind"; take "embedded", "assets", "existing"'],
    [
      {},
      { KUBEWRIGHT_TEST_CLUSTER: "kind" },
      'KUBEWRIGHT_TEST_CLUSTER: there is no "kind"; take "embedded", "assets", "existing"',
    ],
    [
      {},
      { KUBEWRIGHT_TEST_CLUSTER: "assets", USE_EXISTING_CLUSTER: "true" },
      'KUBEWRIGHT_TEST_CLUSTER: it is "assets", and USE_EXISTING_CLUSTER is true; unset one',
    ],
    [
      { cluster: "assets", faults: [fault] },
      {},
      'faults: the cluster "assets" cannot fail on purpose; leave it out, or take cluster: "embedded"',
    ],
    [
      { faults: [fault] },
      { USE_EXISTING_CLUSTER: "true" },
      'faults: the cluster "existing" cannot fail on purpose; leave it out, or take cluster: "embedded"',
    ],
    [
      { cluster: "assets", clock: "manual" },
      {},
      'clock: the cluster "assets" has its own time; leave it out, or take cluster: "embedded"',
    ],
    [
      { cluster: "assets", nodes: { process: 1 } },
      {},
      'nodes.process: the cluster "assets" refuses the loopback addresses that pods have on process nodes; take simulated nodes, or cluster: "embedded"',
    ],
    [
      { cluster: "existing", controllers: [] },
      {},
      'controllers: the cluster "existing" has its own, whose work ours would do twice; leave it out',
    ],
    [
      { cluster: "existing", nodes: { simulated: 1 } },
      {},
      'nodes: the cluster "existing" has its own, whose work ours would do twice; leave it out',
    ],
    [
      { clock: "manual", nodes: { process: 1 } },
      {},
      "clock: processes run in real time; take simulated nodes, or leave the clock out",
    ],
    [wrong({ clock: 5 }), {}, 'clock: it is 5; give "real", "manual" or a ManualClock'],
    [wrong({ nodes: 3 }), {}, "nodes: it is 3; give 0, { simulated: 3 } or { process: 1 }"],
    [
      wrong({ nodes: { real: 3 } }),
      {},
      "nodes.real: there are no such nodes; give 0, { simulated: 3 } or { process: 1 }",
    ],
    [{ nodes: { simulated: -1 } }, {}, "nodes.simulated: there cannot be -1 nodes; give a whole number from 0 on"],
    [
      { nodes: { process: { count: 1.5 } } },
      {},
      "nodes.process: there cannot be 1.5 nodes; give a whole number from 0 on",
    ],
    [wrong({ controllers: "*" }), {}, 'controllers: it is "*"; give a list such as ["*", "-deployment-controller"]'],
    [
      wrong({ crds: "crd.yaml" }),
      {},
      'crds: it is "crd.yaml"; give a list of files, folders or CustomResourceDefinition objects',
    ],
    [wrong({ controllers: [5] }), {}, 'controllers[0]: it is 5; give a list such as ["*", "-deployment-controller"]'],
    [
      wrong({ crds: ["crd.yaml", { kind: "Role" }] }),
      {},
      "crds[1]: it is an object of another sort; give a list of files, folders or CustomResourceDefinition objects",
    ],
    [
      wrong({ faults: [fault, { resources: "pods", ...fault }] }),
      {},
      "faults[1].resources: there is no such field; there are fault, verb, group, resource, subresource, namespace, name, matches, times, probability",
    ],
    [
      wrong({ faults: [{ verb: "get", fault: { type: "slow" } }] }),
      {},
      'faults[0].fault.type: it is "slow"; there are latency, status, lost-request, lost-answer, dropped-watch, stalled-watch',
    ],
    [
      wrong({ faults: fault }),
      {},
      'faults: it is an object of another sort; give a list of rules such as { verb: "update", fault: { type: "status", status: 409 } }',
    ],
  ])("%j with %j are refused", (options, env, message) => {
    expect(() => resolveOptions(options, env)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: `startEnvironment: ${message}` }),
    );
  });
});
