import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatTime } from "@kubewright/api";
import { Pod } from "@kubewright/api/core/v1";
import { ApiServer } from "@kubewright/apiserver";
import { ApiClient, type Client, systemClock } from "@kubewright/client";
import { findPrograms, programFolder, systemTestHost } from "@kubewright/testing";
import { expect, test } from "vitest";
import { deploymentController } from "../../src/controller/deployment/deployment-controller.ts";
import { replicaSetController } from "../../src/controller/replica-set/replica-set-controller.ts";
import { startControllers } from "../scenario/controllers-of.ts";
import { startReferencePlatform } from "../scenario/reference-platform.ts";

const controllers = [replicaSetController(), deploymentController()];

/** What is typed, in order. `rollout status` waits, and is compared by its last line: how often it reports depends on the time. */
const commands: readonly string[] = [
  "create deployment web --image=web:1 --replicas=3",
  "rollout status deployment/web",
  "get deployment web --no-headers",
  "describe deployment web",
  "describe replicasets -l app=web",
  "annotate deployment/web kubernetes.io/change-cause=first",
  "set image deployment/web web=web:2",
  "rollout status deployment/web",
  "annotate deployment/web kubernetes.io/change-cause=second",
  "rollout history deployment/web",
  "rollout history deployment/web --revision=2",
  "rollout history deployment/web --revision=9",
  "rollout undo deployment/web",
  "rollout status deployment/web",
  "rollout history deployment/web",
  "rollout undo deployment/web --to-revision=3",
  "rollout undo deployment/web --to-revision=7",
  "rollout pause deployment/web",
  "rollout pause deployment/web",
  "set image deployment/web web=web:3",
  "rollout undo deployment/web",
  "rollout restart deployment/web",
  "scale deployment/web --replicas=5",
  "wait deployment/web --for=jsonpath={.status.readyReplicas}=5 --timeout=60s",
  "rollout resume deployment/web",
  "rollout resume deployment/web",
  "rollout status deployment/web",
  "rollout history deployment/web",
  "rollout restart deployment/web",
  "rollout status deployment/web",
  "rollout history deployment/web",
  "scale deployment/web --replicas=1 --current-replicas=4",
  "scale deployment/web --replicas=1 --current-replicas=5",
  "rollout status deployment/web",
  "wait deployment/web --for=condition=Available --timeout=60s",
  "get deployment web --no-headers",
  // Sets of the same second have no order by their age.
  "get replicasets --no-headers --sort-by=.metadata.annotations.deployment\\.kubernetes\\.io/revision",
  "get deployment web -o jsonpath={.metadata.annotations}",
];

test("kubectl says the same of the embedded cluster as of a real one", async () => {
  const expected = await onReference();
  expect(expected.length).toBe(commands.length);
  expect(await onEmbedded()).toEqual(expected);
}, 240_000);

async function onReference(): Promise<readonly string[]> {
  await using platform = await startReferencePlatform(controllers, { whose: "theirs" });
  const kubeconfig = join(platform.server.folder, "kubectl.kubeconfig");
  await platform.server.writeKubeconfig(kubeconfig);
  return await typed(platform.client, kubeconfig);
}

async function onEmbedded(): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "kubewright-kubectl-"));
  const server = await ApiServer.start();
  const client = new ApiClient({ transport: server.transport() });
  try {
    await server.listen();
    const kubeconfig = join(folder, "kubeconfig");
    await writeFile(kubeconfig, server.kubeconfig(), { mode: 0o600 });
    await using _ = await startControllers(controllers, { client, clock: systemClock, rootCertificate: "" });
    return await typed(client, kubeconfig);
  } finally {
    await client.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
}

/** Types all commands while pods become ready as soon as they are there. */
async function typed(client: Client, kubeconfig: string): Promise<readonly string[]> {
  const { kubectl } = await findPrograms(programFolder(systemTestHost()), ["kubectl"]);
  const end = new AbortController();
  const ready = keepReady(client, end.signal);
  const outputs: string[] = [];
  try {
    for (const command of commands) {
      const text = await outputOf(kubectl, [`--kubeconfig=${kubeconfig}`, ...command.split(" ")]);
      const lines = text.trimEnd().split("\n");
      const shown = command.startsWith("rollout status") ? lines.slice(-1) : lines;
      outputs.push(`$ kubectl ${command}\n${normalised(shown.join("\n"))}`);
    }
  } finally {
    end.abort();
    await ready;
  }
  return outputs;
}

async function outputOf(program: string, args: readonly string[]): Promise<string> {
  return await new Promise((resolve) => {
    execFile(program, args, { timeout: 100_000 }, (_, stdout, stderr) => resolve(`${stdout}${stderr}`));
  });
}

async function keepReady(client: Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of client.watch(Pod, { namespace: "default", signal })) {
        if (event.type !== "ADDED") continue;
        const { metadata, status } = event.object;
        if (status?.phase === "Running") continue;
        const conditions = [{ type: "Ready", status: "True", lastTransitionTime: formatTime(systemClock.now()) }];
        await client.status.patch(Pod, metadata, { merge: { status: { phase: "Running", conditions } } }, { signal });
      }
    } catch {
      // The pod was gone already, or it is the end.
    }
  }
}

/** Without what differs from run to run. Events of the same second come in any order. */
function normalised(text: string): string {
  const lines = text
    .replace(/web-[bcdfghjklmnpqrstvwxz2456789]{6,10}/g, "web-<hash>")
    .replace(/pod-template-hash(=|: *)[a-z0-9]+/g, "pod-template-hash$1<hash>")
    .replace(/web-<hash>-[a-z0-9]{5}/g, "web-<hash>-<random>")
    .replace(/[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} [+-]\d{4}/g, "<time>")
    .replace(/\d{4}-\d\d-\d\dT[\d:]{8}(Z|[+-]\d\d:\d\d)/g, "<time>")
    .replace(/(?<=\s)(\d+[ms])+(?=\s|$)/g, "<age>")
    .split("\n")
    .map((line) => line.replace(/ +/g, " ").trimEnd());
  const isEvent = (line: string): boolean => / (Normal|Warning) /.test(line);
  return [...lines.filter((line) => !isEvent(line)), ...lines.filter(isEvent).sort()].join("\n");
}
