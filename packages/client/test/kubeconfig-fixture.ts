import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ManualClock } from "@kubewright/api";
import type { ClientCertificate, Host } from "@kubewright/client";
import { type Authority, createAuthority } from "@kubewright/testing";
import { afterEach, beforeEach } from "vitest";

/** The time of the tests' hosts. */
export const now: number = Date.UTC(2026, 5, 1);
export const authority: Authority = createAuthority({
  notBefore: new Date(now - 1e10),
  notAfter: new Date(now + 1e10),
});
export const pair: ClientCertificate = authority.issue({ commonName: "jane" });

export function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** A folder for the files of each test, which is there while the test runs. Called once in a test file. */
export function kubeconfigFolder(): KubeconfigFolder {
  let path = "";
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), "kubeconfig-"));
  });
  afterEach(async () => {
    await rm(path, { recursive: true });
  });
  return {
    fileAt: (name) => join(path, name),
    hostWith: (env = {}) => ({ clock: new ManualClock({ now }), env, homeDirectory: join(path, "home") }),
    async write(name, content) {
      const file = join(path, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    },
  };
}

export interface KubeconfigFolder {
  /** A path in the folder. */
  fileAt(name: string): string;
  /** A host whose home directory is in the folder. */
  hostWith(env?: Host["env"]): Host;
  /** Gives the file's path. */
  write(name: string, content: string): Promise<string>;
}

/** A kubeconfig of one context `a`, with the given fields of its cluster and user. */
export function simple(cluster = "server: 'https://a.test:6443'", user = "token: hunter2", context = ""): string {
  return `clusters: [{name: a, cluster: {${cluster}}}]
users: [{name: other, user: {}}, {name: a, user: {${user}}}]
contexts: [{name: a, context: {cluster: a, user: a, ${context}}}]
current-context: a
`;
}
