import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findPrograms, programFolder, startReferenceServer, systemTestHost } from "@kubewright/testing";
import { expect, test } from "vitest";

const golden = fileURLToPath(new URL("golden", import.meta.url));

test.each(await readdir(golden))("kubectl apply -k puts %s into a real cluster, without a warning", async (project) => {
  const { kubectl } = await findPrograms(programFolder(systemTestHost()), ["kubectl"]);
  const folder = await mkdtemp(join(tmpdir(), "kubewright-golden-"));
  try {
    await using server = await startReferenceServer();
    await server.writeKubeconfig(join(folder, "kubeconfig"));
    const type = async (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
      await promisify(execFile)(
        kubectl,
        [`--kubeconfig=${folder}/kubeconfig`, `--cache-dir=${folder}/cache`, ...args],
        {
          cwd: join(golden, project),
        },
      );
    const made = await type("apply", "-k", "config/default");
    expect(made.stderr).toBe("");
    expect(made.stdout).toMatch(/^deployment\.apps\/.*-controller-manager created$/m);
    await type("wait", "--for=condition=Established", "crd", "--all");
    const samples = await type("apply", "-k", "config/samples");
    expect(samples.stderr).toBe("");
    expect(samples.stdout).toMatch(/^(\S+ created\n)+$/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
