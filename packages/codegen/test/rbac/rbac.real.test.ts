import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findPrograms, programFolder, systemTestHost } from "@kubewright/testing";
import { expect, test } from "vitest";
import { roleInputs } from "./role-inputs.ts";

/** Recorded again with `npx vitest run --project real packages/codegen/test/rbac -u`. */
test("controller-gen gives the recorded roles", { timeout: 300_000 }, async () => {
  const { "controller-gen": program } = await findPrograms(programFolder(systemTestHost()), ["controller-gen"]);
  const folder = await mkdtemp(join(tmpdir(), "kubewright-roles-"));
  try {
    await writeFile(join(folder, "go.mod"), "module roles\n\ngo 1.24\n");
    const rows: string[] = [];
    for (const [index, [name, markers]] of Object.entries(roleInputs).entries()) {
      const twin = `case${index}`;
      await mkdir(join(folder, twin));
      await writeFile(join(folder, twin, "controller.go"), goFile(twin, markers));
      const args = ["rbac:roleName=manager-role", `paths=./${twin}`, "output:stdout"];
      const { stdout } = await promisify(execFile)(program, args, { cwd: folder });
      rows.push(`  ${JSON.stringify(name)}: ${JSON.stringify(stdout)}`);
    }
    await expect(`{\n${rows.join(",\n")}\n}\n`).toMatchFileSnapshot("../vectors/roles.json");
  } finally {
    await rm(folder, { recursive: true });
  }
});

function goFile(name: string, markers: readonly string[]): string {
  return `package ${name}\n\n${markers.map((marker) => `// +kubebuilder:rbac:${marker}\n`).join("")}\nfunc Reconcile() {}\n`;
}
