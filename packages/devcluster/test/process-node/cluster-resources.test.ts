import { connect } from "node:net";
import { Pod } from "@kubewright/api/core/v1";
import { systemClock } from "@kubewright/client";
import { silentLogger } from "@kubewright/runtime";
import { eventually } from "@kubewright/testing";
import { expect, test } from "vitest";
import { DevCluster } from "../../src/cluster/dev-cluster.ts";
import { combineAdapters } from "../../src/image/combine-adapters.ts";
import { nodeImages } from "../../src/image/node-images.ts";
import { pauseImages } from "../../src/image/pause-images.ts";
import { memcachedImages } from "../../src/memcached/memcached-images.ts";
import { systemNodeHost } from "../../src/node/process/host.ts";
import { ProcessNode } from "../../src/node/process/process-node.ts";
import { ClusterResources } from "../../src/node/process/volume/cluster-resources.ts";

/** Asks the API server who it is, with what the service account's files and the variables say. */
const whoAmI = `
const fs = require("node:fs"), path = require("node:path"), https = require("node:https");
const folder = path.dirname(process.env.KUBECONFIG);
const read = (name) => fs.readFileSync(path.join(folder, name), "utf8");
const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = process.env;
const request = https.request({
  host, port, method: "POST", ca: read("ca.crt"), path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
  headers: { authorization: "Bearer " + read("token"), "content-type": "application/json" },
}, (response) => {
  let text = "";
  response.on("data", (data) => { text += data; });
  response.on("end", () => console.log(read("namespace"), JSON.parse(text).status.userInfo.username));
});
request.end(JSON.stringify({ apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" }));
`;

test("pods find the API server, and each memcached is a process on an address of its own", async () => {
  await using cluster = await DevCluster.start({ listen: { host: "127.0.0.1", port: 0 } });
  const client = cluster.client();
  const { port = 0, certificateAuthority = "" } = cluster.address ?? {};
  const server = { host: "127.0.0.1", port, certificateAuthority };
  const context = { client, clock: systemClock, random: Math.random, log: silentLogger, server };
  const host = systemNodeHost();
  const images = combineAdapters(memcachedImages(host), pauseImages(host), nodeImages(host));
  await using resources = new ClusterResources(context);
  await using node = new ProcessNode({ name: "local", context, images, resources, host });
  await node.start();
  const namespace = "default";
  const create = (name: string, container: object, restartPolicy: "Always" | "Never") =>
    eventually(
      () =>
        client.create(
          Pod.of({
            metadata: { name, namespace },
            spec: { nodeName: "local", restartPolicy, containers: [{ name: "main", image: "a", ...container }] },
          }),
        ),
      { timeoutMs: 15_000 },
    );
  await create("who", { image: "node:22", command: ["node", "-e", whoAmI] }, "Never");
  for (const name of ["cache-1", "cache-2"]) {
    await create(name, { image: "memcached:1.4.36-alpine", args: ["-m=64", "-o", "modern", "-v"] }, "Always");
  }
  const who = await eventually(
    async () => {
      const pod = await client.get(Pod, { name: "who", namespace });
      expect(pod.status?.phase).toBe("Succeeded");
      return pod;
    },
    { timeoutMs: 15_000 },
  );
  const request = { namespace, pod: "who", podUid: who.metadata.uid ?? "", container: "main" };
  const { signal } = new AbortController();
  let log = "";
  for await (const piece of node.logs({ ...request, follow: false, previous: false, timestamps: false, signal })) {
    log += Buffer.from(piece).toString();
  }
  expect(log).toBe("default system:serviceaccount:default:default\n");

  const pids = await Promise.all(
    ["cache-1", "cache-2"].map((name) =>
      eventually(
        async () => {
          const { status } = await client.get(Pod, { name, namespace });
          expect(status?.phase).toBe("Running");
          const answer = await talk(status?.podIP ?? "", "set a 0 0 2\r\nhi\r\nget a\r\nstats\r\nquit\r\n");
          expect(answer).toMatch(/^STORED\r\nVALUE a 0 2\r\nhi\r\nEND\r\n/);
          return /STAT pid (\d+)/.exec(answer)?.[1];
        },
        { timeoutMs: 15_000 },
      ),
    ),
  );
  expect(new Set(pids).size).toBe(2);
});

function talk(host: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: 11211, host });
    let answer = "";
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
    socket.write(text);
  });
}
