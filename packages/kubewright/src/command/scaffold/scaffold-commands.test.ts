import { access, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CommandHost } from "../../host.ts";
import { runCommandLine } from "../command-line.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubewright-scaffold-"));
});
afterEach(() => rm(folder, { recursive: true }));

interface Said {
  readonly code: number;
  readonly output: string;
  readonly messages: string;
  readonly questions: readonly string[];
}

/** Types a line; with `answers`, at a terminal. */
async function type(line: string, answers?: readonly string[]): Promise<Said> {
  const written: string[] = [];
  const said: string[] = [];
  const questions: string[] = [];
  const left = [...(answers ?? [])];
  const host: CommandHost = {
    output: { isTerminal: false, write: (text) => void written.push(text) },
    messages: { isTerminal: false, write: (text) => void said.push(text) },
    env: {},
    folder,
    temporaryFolder: folder,
    processId: 7,
    interrupted: new AbortController().signal,
    ...(answers !== undefined && {
      ask: async (question: string) => {
        questions.push(question);
        return left.shift();
      },
    }),
  };
  const code = await runCommandLine(line.split(" "), host);
  return { code, output: written.join(""), messages: said.join(""), questions };
}

const read = (path: string): Promise<string> => readFile(join(folder, path), "utf8");
const memcached = "create api --group cache --version v1alpha1 --kind Memcached --make=false";

describe("init", () => {
  test("asks on a terminal when no flag is given, and again after a wrong answer", async () => {
    const { code, questions, messages, output } = await type("init", ["Cache!", "cache", "", "", "", "mit", "none"]);
    expect([code, questions.length]).toEqual([0, 7]);
    expect(questions[0]).toMatch(
      /^Name of the project \[kubewright-scaffold-\w+\]: $|^Name of the project \[operator\]: $/,
    );
    expect(messages).toContain('"Cache!": it is small letters, digits and -');
    expect(await read("PROJECT")).toContain("domain: my.domain\n");
    expect(await read("PROJECT")).toContain("projectName: cache\nrepo: cache\n");
    expect(JSON.parse(await read("package.json"))).toMatchObject({ name: "cache", license: "UNLICENSED" });
    expect(output).toContain("Next:\n  npm install\n  npx kubewright create api");
  });

  test("has nobody install what is linked, as npm would remove the link", async () => {
    await symlink(join(folder, "elsewhere"), join(folder, "node_modules"));
    const { output } = await type("init --domain example.com --project-name a");
    expect(output).toContain("Next:\n  npx kubewright create api");
  });

  test("asks nothing with a flag or --yes", async () => {
    expect((await type("init --domain example.com --project-name a", [])).questions).toEqual([]);
    expect(await type("init --yes", [])).toMatchObject({ code: 0, questions: [] });
  });

  test("writes nothing when the questions are not answered to the end", async () => {
    const { code, messages } = await type("init", ["cache", "example.com"]);
    expect([code, messages]).toEqual([1, "\nerror: stopped; nothing was written\n"]);
    expect(await readdir(folder)).toEqual([]);
  });

  test("--dry-run tells the files and writes none", async () => {
    const { code, output } = await type("init --domain example.com --dry-run");
    expect(code).toBe(0);
    expect(output).toMatch(/would create\s+src\/main\.ts\n/);
    expect(await readdir(folder)).toEqual([]);
    const asJson = JSON.parse((await type("init --domain example.com --dry-run --output json")).output);
    expect(asJson).toMatchObject({ dryRun: true, byHand: [] });
    expect(asJson.files).toContainEqual({ path: "src/main.ts", change: "create" });
  });

  test("again, adds what is missing and keeps what was changed", async () => {
    await type("init --domain example.com --project-name a");
    await rm(join(folder, "Dockerfile"));
    await writeFile(join(folder, "Makefile"), "mine");
    const { code, output, messages } = await type("init");
    expect([code, output]).toEqual([0, expect.stringMatching(/^created\s+Dockerfile\n/m)]);
    expect(output).toMatch(/^kept\s+Makefile\n/m);
    expect(messages).toBe("What differs from the scaffold was kept as it is; --force overwrites it.\n");
    expect(await read("Makefile")).toBe("mine");
    expect((await type("init --force")).output).toMatch(/^overwrote\s+Makefile\n/m);
  });

  test.each([
    ["init --domain Example.com", /--domain "Example.com": it is a DNS name in small letters, as example.com/],
    ["init --project-name A", /--project-name "A": it is small letters/],
    ["init --license gpl", /Allowed choices are apache2, none/],
    ["init --project-version 2", /there is only version 3; leave it out/],
    ["init --repo a//b", /--repo "a\/\/b": it is a path without spaces, as github.com/],
    ["init --plugins go/v4", /--plugins go\/v4: projects are in TypeScript/],
    ["init --domian x", /unknown option '--domian'\n\(Did you mean --domain\?\)/],
  ])("%s is refused", async (line, message) => {
    const { code, output, messages } = await type(line);
    expect([code, output]).toEqual([2, ""]);
    expect(messages).toMatch(message);
    expect(await readdir(folder)).toEqual([]);
  });

  test("does not make another project of one that is there", async () => {
    await type("init --domain example.com");
    const { code, messages } = await type("init --domain example.org");
    expect([code, messages]).toEqual([2, expect.stringContaining("whose domain is example.com (see PROJECT)")]);
  });
});

describe("create api", () => {
  beforeEach(async () => {
    await type("init --domain example.com --project-name memcached-operator");
  });

  test("asks on a terminal for what no flag says", async () => {
    const line = "create api --make=false";
    const { code, questions } = await type(line, ["cache", "v1", "memcached", "Memcached", "y", "no"]);
    expect(code).toBe(0);
    expect(questions).toEqual([
      "Group, as cache: ",
      "Version [v1alpha1]: ",
      "Kind, as Memcached: ",
      "Kind, as Memcached: ",
      "Write the type (resource) [Y/n]: ",
      "Write the controller [Y/n]: ",
    ]);
    expect(await read("src/api/v1/memcached.ts")).toContain('version: "v1"');
    await expect(access(join(folder, "src/controller"))).rejects.toThrow("ENOENT");
    expect(await read("src/main.ts")).not.toContain("Memcached");
  });

  test("says what has to be installed before code can be generated", async () => {
    const { code, output } = await type(memcached.replace(" --make=false", ""));
    expect([code, output]).toEqual([0, expect.stringContaining("Next:\n  npm install\n  make generate manifests\n")]);
  });

  test("adds a controller to a type that is there", async () => {
    await type(`${memcached} --controller=false`);
    expect((await type(`${memcached} --resource=false --controller`)).code).toBe(0);
    expect(await read("src/main.ts")).toContain("setupMemcachedController(manager);");
    expect(await read("PROJECT")).toContain("controller: true");
  });

  test("keeps changed files, and overwrites them with --force", async () => {
    await type(memcached);
    const file = "src/controller/memcached-controller.ts";
    await writeFile(join(folder, file), "mine");
    expect((await type(memcached)).output).toContain(`kept      ${file}\n`);
    expect(await read(file)).toBe("mine");
    expect((await type(`${memcached} --force --dry-run`)).output).toContain(`would overwrite ${file}\n`);
    expect(await read(file)).toBe("mine");
    expect((await type(`${memcached} --force`)).output).toContain(`overwrote ${file}\n`);
    expect(await read(file)).toContain("class MemcachedReconciler");
  });

  test("tells what to add where an anchor is gone", async () => {
    await writeFile(join(folder, "src/main.ts"), "// mine\n");
    const { code, messages } = await type(memcached);
    expect(code).toBe(0);
    expect(messages).toContain(
      "src/main.ts has no +kubebuilder:scaffold:builder: please add there yourself\n  setupMemcachedController(manager);\n",
    );
    expect(await read("src/main.ts")).toBe("// mine\n");
  });

  test("has plurals as English has them, or as it is told", async () => {
    await type("create api --group net --version v1 --kind Proxy --make=false");
    expect(await read("config/crd/kustomization.yaml")).toContain("- bases/net.example.com_proxies.yaml\n");
    expect(await read("src/api/v1/proxy.ts")).not.toContain("plural");
    await type("create api --group net --version v1 --kind Mouse --plural mouses --make=false");
    expect(await read("config/crd/kustomization.yaml")).toContain("- bases/net.example.com_mouses.yaml\n");
    expect(await read("src/api/v1/mouse.ts")).toContain('plural: "mouses"');
  });

  const api = "create api --group cache --version v1alpha1 --kind Memcached";
  test.each([
    [
      "create api --group cache --version v1alpha1",
      /--kind is missing; for example: kubewright create api --group cache/,
    ],
    [
      "create api --group cache.example.com --version v1 --kind A",
      /--group "cache.example.com".* without a dot.*, as cache/,
    ],
    ["create api --group cache --version 1 --kind A", /--version "1": it is v and a number.*, as v1alpha1/],
    ["create api --group cache --version v1 --kind memcached", /--kind "memcached": it is CamelCase.*, as Memcached/],
    [`${api} --resource=false --controller=false`, /nothing is left to do/],
    [
      `${api} --resource=false`,
      /neither this project nor Kubernetes .* has a kind Memcached.*--external-api-domain io/,
    ],
    [`${api} --external-api-domain io`, /for a kind of another project.*; add --resource=false/],
    [`${api} --resource=false --external-api-path x`, /--external-api-path needs --external-api-domain/],
    [`${api} --resource=false --external-api-domain I/O`, /--external-api-domain "I\/O": it is a DNS name/],
    [`${api} --resource=false --plugins deploy-image/v1-alpha --image x`, /needs a type of its own/],
    [`${api} --resource=maybe`, /It is on or off: true or false/],
    [`${api} --image x`, /--image belongs to a plugin; add --plugins deploy-image\/v1-alpha/],
    [`${api} --plugins helm/v2-alpha`, /there is only deploy-image\/v1-alpha/],
    [`${api} --plugins deploy-image/v1-alpha`, /needs --image, as --image memcached:/],
    [`${api} --plugins deploy-image/v1-alpha --image x --namespaced=false`, /has to be in a namespace/],
    [`${api} --plugins deploy-image/v1-alpha --image x --image-container-port 70000`, /from 1 to 65535/],
    [`${api} --plugins deploy-image/v1-alpha --image x --run-as-user root`, /It is a whole number/],
    [`${api} --plugins deploy-image/v1-alpha --image x --image-container-command a,,b`, /an argument is empty/],
    [`${api} --plugins deploy-image/v1-alpha --image=a\tb`, /--image "a\\tb": an image has no spaces/],
    [
      "create api --group cache --version v1 --kind Deployment --plugins deploy-image/v1-alpha --image x",
      /--kind Deployment: the controller uses another Deployment; take another name, as DeploymentClaim/,
    ],
    ["create api --group cache --version v1 --kind Promise", /--kind Promise: .* take another, as PromiseClaim/],
    ["create api --group cache --version v1 --kind A --plural As", /--plural "As": it is small letters.*, as as/],
    [`${api} --output yaml`, /Allowed choices are text, json/],
    [`${api} extra`, /too many arguments/],
    [`${api} --knd X`, /unknown option '--knd'\n\(Did you mean --kind\?\)\nRun "kubewright create api --help"/],
    ["create web", /unknown command 'web'/],
    ["add api --api-version cache.example.com/v1 --kind Memcached", /"add api" is a command of an older tool/],
  ])("%s is refused", async (line, message) => {
    const before = await read("PROJECT");
    const { code, output, messages } = await type(line);
    expect([code, output]).toEqual([2, ""]);
    expect(messages).toMatch(message);
    expect(await read("PROJECT")).toBe(before);
  });

  test("has one controller for all versions of a kind", async () => {
    await type(memcached);
    const second = memcached.replace("v1alpha1", "v1");
    const { code, messages } = await type(`${second} --controller`);
    expect([code, messages]).toEqual([2, expect.stringContaining("leave --controller out")]);
    expect(await type(second, ["yes"])).toMatchObject({ code: 0, questions: ["Write the type (resource) [Y/n]: "] });
    expect((await read("src/main.ts")).match(/setupMemcachedController\(manager\)/g)).toHaveLength(1);
  });

  test("keeps the first version of a kind as the stored one, and tells where that is said", async () => {
    await type(memcached);
    const first = "src/api/v1alpha1/memcached.ts";
    await writeFile(join(folder, first), (await read(first)).replace("foo?: string", "size?: number"));
    const second = memcached.replace("v1alpha1", "v1");
    const { output, messages } = await type(second);
    expect(output).toContain(`updated   ${first}\n`);
    expect(messages).toContain("stay stored as v1alpha1");
    expect(await read(first)).toContain("size?: number");
    expect(await read(first)).toContain(
      " * +kubebuilder:subresource:status\n * +kubebuilder:storageversion\n * +kubebuilder:printcolumn",
    );
    expect(await read("src/api/v1/memcached.ts")).not.toContain("storageversion");
    // Nobody is told twice, and a marker that was moved stays where it is.
    expect((await type(second)).messages).toBe("");
    await writeFile(join(folder, first), (await read(first)).replace(" * +kubebuilder:storageversion\n", ""));
    const marked = (await read("src/api/v1/memcached.ts")).replace(
      " * +kubebuilder:object:root",
      " * +kubebuilder:storageversion\n * +kubebuilder:object:root",
    );
    await writeFile(join(folder, "src/api/v1/memcached.ts"), marked);
    await type(memcached.replace("v1alpha1", "v2"));
    expect(await read(first)).not.toContain("storageversion");
  });

  test("has the fields of what deploys an image in all versions of a kind", async () => {
    await type(`${memcached} --plugins deploy-image/v1-alpha --image memcached:1 --image-container-port 11211`);
    const second = memcached.replace("v1alpha1", "v1");
    expect((await type(second)).code).toBe(0);
    const specOf = (text: string): string => text.slice(text.indexOf("interface"), text.indexOf("extends"));
    const first = (await read("src/api/v1alpha1/memcached.ts")).replace(" * +kubebuilder:storageversion\n", "");
    expect(specOf(await read("src/api/v1/memcached.ts"))).toBe(specOf(first));
    expect((await read("config/manager/manager.yaml")).match(/MEMCACHED_IMAGE/g)).toHaveLength(1);
    expect((await type(second)).output).not.toMatch(/created|updated|kept/);
  });

  test("has the same scope and plural in all versions of a kind", async () => {
    await type("create api --group net --version v1beta1 --kind Mouse --plural mouses --namespaced=false --make=false");
    const second = "create api --group net --version v1 --kind Mouse --make=false";
    expect(await type(`${second} --namespaced`)).toMatchObject({
      code: 2,
      messages: expect.stringContaining("Mouse of v1beta1 is not in namespaces"),
    });
    expect(await type(`${second} --plural mice`)).toMatchObject({
      code: 2,
      messages: expect.stringContaining("has the plural mouses"),
    });
    expect((await type(second)).code).toBe(0);
    expect(await read("src/api/v1/mouse.ts")).toContain('  plural: "mouses",\n  scope: "Cluster",\n');
  });

  test("makes a controller for a kind of Kubernetes itself", async () => {
    const line = "create api --group core --version v1 --kind ConfigMap --resource=false --make=false";
    const { code, output } = await type(line);
    expect([code, output]).toEqual([0, expect.stringContaining("make run ")]);
    const controller = await read("src/controller/core/config-map-controller.ts");
    expect(controller).toContain('import { ConfigMap } from "@kubewright/api/core/v1";\n');
    expect(controller).toContain('+kubebuilder:rbac:groups="",resources=configmaps,verbs=get;list;watch');
    expect(await read("src/main.ts")).toContain("setupCoreConfigMapController(manager);");
    expect(await read("PROJECT")).toContain(
      '- controller: true\n  core: true\n  group: core\n  kind: ConfigMap\n  path: "@kubewright/api/core/v1"\n  plural: configmaps\n  version: v1\n',
    );
    expect((await type(line)).output).not.toMatch(/created|updated|kept/);
    expect(await type(line.replace(" --resource=false", " --yes"))).toMatchObject({
      code: 2,
      messages: expect.stringContaining("a kind of Kubernetes: its type is not written here; add --resource=false"),
    });
    // The first group of the project's own has no folder of its name, whatever came before.
    await type(memcached);
    expect(await read("src/api/v1alpha1/memcached.ts")).toContain("Memcached");
  });

  test("makes a controller for a kind of another project, with a type or one of a package", async () => {
    const line = "create api --group cert-manager --version v1 --kind Certificate --resource=false --make=false";
    expect((await type(`${line} --external-api-domain io`)).code).toBe(0);
    expect(await read("src/external/cert-manager/v1/certificate.ts")).toContain('group: "cert-manager.io"');
    expect(await read("PROJECT")).toContain("domain: io\n  external: true\n");
    expect((await type(line)).output).not.toMatch(/created|updated|kept/);
    const other = line.replace("cert-manager", "shop").replace("Certificate", "Order");
    await type(`${other} --external-api-domain example.org --external-api-path @example/shop/v1`);
    expect(await read("src/controller/shop/order-controller.ts")).toContain(
      'import { Order } from "@example/shop/v1";',
    );
    expect(await type(other.replace(" --resource=false", " --yes"))).toMatchObject({
      code: 2,
      messages: expect.stringContaining("a kind of another project: its type is not written here"),
    });
  });
});

test("create api says what stands in the way of generating, after the files are there", async () => {
  await type("init --domain example.com --project-name a");
  await type(memcached);
  await symlink(fileURLToPath(new URL("../../../../../node_modules", import.meta.url)), join(folder, "node_modules"));
  const types = "src/api/v1alpha1/memcached.ts";
  await writeFile(join(folder, types), (await read(types)).replace("foo?: string", "foo?: Date"));
  const { code, output, messages } = await type("create api --group cache --version v1 --kind Backup --yes");
  expect([code, output]).toEqual([1, expect.stringContaining("created   src/api/v1/backup.ts\n")]);
  expect(messages).toMatch(
    /memcached\.ts:\d+:\d+: error: .*\nerror: the files are there, but .* mend what is said above\n$/s,
  );
});

test("what cannot be read or written is told", async () => {
  await mkdir(join(folder, "PROJECT"));
  expect(await type("init --domain example.com")).toMatchObject({
    code: 1,
    messages: expect.stringMatching(/^error: cannot read PROJECT: EISDIR/),
  });
  await rm(join(folder, "PROJECT"), { recursive: true });
  await writeFile(join(folder, "src"), "a file");
  expect(await type("init --domain example.com")).toMatchObject({
    code: 1,
    messages: expect.stringMatching(/^error: cannot (read|write) src\/main\.ts: ENOTDIR/),
  });
});

test("create api needs a project", async () => {
  const { code, messages } = await type("create api --group cache --version v1 --kind Memcached");
  expect([code, messages]).toEqual([1, expect.stringContaining("make one: kubewright init --domain example.com")]);
});
