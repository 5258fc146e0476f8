import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { ManualClock } from "@kubewright/api";
import { ClientError, ExecPlugin, type ExecPluginOptions, systemClock } from "@kubewright/client";
import { createAuthority } from "@kubewright/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTcp } from "./transport-fixture.ts";

const now = Date.UTC(2026, 5, 1);

let directory: string;
let runs: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "plugin-"));
  runs = join(directory, "runs");
  await writeFile(runs, "");
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

/** A plugin that runs `script` in Node, after noting the run. */
function plugin(script: string, options: Partial<ExecPluginOptions> = {}): ExecPlugin {
  return new ExecPlugin({
    command: process.execPath,
    args: ["-e", `require("fs").appendFileSync(${JSON.stringify(runs)}, "x"); ${script}`],
    source: "users[0].user.exec in config",
    environment: {},
    clock: new ManualClock({ now }),
    ...options,
  });
}

/** A script that prints a credential with `status`, an expression. */
function printing(status: string): string {
  return `console.log(JSON.stringify({apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status: ${status}}))`;
}

/** A script that starts a child with the same output, which is connected to `port` for as long as it lives. */
function leaving(port: number): string {
  const script = `require("net").connect(${port}, "127.0.0.1").on("error", () => {})`;
  return `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(script)}], {stdio: ["ignore", "inherit", "inherit"]}).unref()`;
}

async function failureOf(credential: ExecPlugin): Promise<ClientError> {
  const error = await credential.present().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ClientError);
  expect(error).toHaveProperty("code", "CREDENTIAL_PLUGIN");
  return error as ClientError;
}

const countRuns = async () => (await readFile(runs, "utf8")).length;

describe("ExecPlugin", () => {
  test("presents the token, and runs once for parallel and later callers", async () => {
    const credential = plugin(printing(`{token: "t1"}`));
    const [first, second] = await Promise.all([credential.present(), credential.present()]);
    expect(first.headers).toEqual({ authorization: "Bearer t1" });
    expect(second).toBe(first);
    expect(await credential.present()).toBe(first);
    expect(await countRuns()).toBe(1);
  });

  test("runs again when the credential has expired", async () => {
    const clock = new ManualClock({ now });
    const credential = plugin(printing(`{token: "t1", expirationTimestamp: "2026-06-01T00:01:00Z"}`), { clock });
    await credential.present();
    clock.advance(59_999);
    await credential.present();
    expect(await countRuns()).toBe(1);
    clock.advance(1);
    await credential.present();
    expect(await countRuns()).toBe(2);
  });

  test("runs again when the server refused the credential, but once for many refusals", async () => {
    const credential = plugin(printing(`{token: "t" + process.pid}`));
    const first = await credential.present();
    expect([credential.reject(first), credential.reject(first)]).toEqual([true, true]);
    const second = await credential.present();
    expect(second).not.toBe(first);
    expect(credential.reject(first)).toBe(true);
    expect(await credential.present()).toBe(second);
    expect(await countRuns()).toBe(2);
  });

  test("presents a certificate", async () => {
    const pair = createAuthority({ notBefore: new Date(now - 1e9), notAfter: new Date(now + 1e9) }).issue({
      commonName: "jane",
    });
    const status = JSON.stringify({ clientCertificateData: pair.cert, clientKeyData: pair.key });
    expect((await plugin(printing(status)).present()).certificate).toEqual(pair);
  });

  test("refuses an expired certificate, and one with another's key", async () => {
    const authority = createAuthority({ notBefore: new Date(now - 1e9), notAfter: new Date(now + 1e9) });
    const old = authority.issue({ commonName: "jane", notAfter: new Date(now - 1) });
    const other = authority.issue({ commonName: "john" });
    await expect(
      plugin(printing(JSON.stringify({ clientCertificateData: old.cert, clientKeyData: old.key }))).present(),
    ).rejects.toMatchObject({ code: "EXPIRED_CREDENTIAL" });
    await expect(
      plugin(printing(JSON.stringify({ clientCertificateData: other.cert, clientKeyData: old.key }))).present(),
    ).rejects.toMatchObject({ code: "INVALID_CREDENTIAL", message: expect.stringContaining("does not belong to") });
  });

  test("gives the plugin the environment, its own variables, and no standard input", async () => {
    const credential = plugin(
      printing(`{token: [process.env.A, process.env.B, require("fs").readFileSync(0, "utf8").length].join("-")}`),
      { environment: { A: "a", B: "b" }, env: [{ name: "B", value: "mine" }] },
    );
    expect((await credential.present()).headers).toEqual({ authorization: "Bearer a-mine-0" });
  });

  test.each([
    ["Never", true, false],
    ["IfAvailable", false, false],
    ["IfAvailable", true, true],
    ["Always", true, true],
  ] as const)(
    "interactiveMode %s with a terminal: %s tells the plugin %s",
    async (interactiveMode, isInteractive, told) => {
      const credential = plugin(
        printing(`{token: String(JSON.parse(process.env.KUBERNETES_EXEC_INFO).spec.interactive)}`),
        {
          interactiveMode,
          isInteractive,
        },
      );
      expect((await credential.present()).headers).toEqual({ authorization: `Bearer ${told}` });
    },
  );

  test("interactiveMode Always without a terminal fails before the plugin runs", async () => {
    const error = await failureOf(plugin(printing(`{token: "t"}`), { interactiveMode: "Always" }));
    expect(error.message).toContain("standard input is not a terminal");
    expect(await countRuns()).toBe(0);
  });

  test("a missing plugin is an error with the install hint, without escape sequences", async () => {
    const missing = { command: "no-such-plugin", installHint: "\x1b[1mget it\x1b[0m at example.com" };
    expect((await failureOf(plugin("", missing))).message).toBe(
      "the credential plugin no-such-plugin (users[0].user.exec in config) is not in PATH, or the interpreter in its first line is missing; get it at example.com",
    );
  });

  test("a file that is not executable is an error that says so", async () => {
    expect((await failureOf(plugin("", { command: runs }))).message).toContain(
      "is not an executable file; make it one (chmod +x)",
    );
  });

  test("a failing plugin is an error with its exit code and standard error, which the user also sees", async () => {
    const shown: string[] = [];
    const credential = plugin(`console.error("log in first"); console.log("hunter2"); process.exitCode = 1`, {
      showToUser: (text) => shown.push(text),
    });
    const error = await failureOf(credential);
    expect(error.message).toMatch(/ failed with exit code 1; it printed on standard error:\nlog in first$/);
    expect(shown.join("")).toBe("log in first\n");
  });

  test("a plugin that hangs is killed, and the next call tries again", async () => {
    const clock = new ManualClock({ now });
    const shown: string[] = [];
    const credential = plugin("console.error(process.pid); setInterval(() => {}, 1000)", {
      clock,
      timeoutMs: 5000,
      showToUser: (text) => shown.push(text),
    });
    const failure = failureOf(credential);
    await expect.poll(() => shown.join(""), { timeout: 15_000 }).toMatch(/^\d+\n$/);
    clock.advance(5000);
    expect((await failure).message).toContain("did not end within 5000 ms and was killed");
    await expect.poll(() => isRunning(Number(shown[0])), { timeout: 15_000 }).toBe(false);
    expect(clock.pending).toBe(0);

    const again = failureOf(credential);
    await expect.poll(() => clock.pending).toBe(1);
    clock.advance(5000);
    await again;
  });

  test.each([
    ["presents its credential", "process.exitCode = 0", { headers: { authorization: "Bearer t1" } }],
    ["fails with its exit code", "process.exitCode = 3", { message: expect.stringContaining("with exit code 3") }],
  ])("a plugin that leaves a child behind which holds its output %s", async (_, script, outcome) => {
    await using listening = await startTcp(() => {});
    const credential = plugin(`${leaving(listening.port)}; ${printing(`{token: "t1"}`)}; ${script}`, {
      clock: systemClock,
    });
    expect(await credential.present().catch((error: unknown) => error)).toMatchObject(outcome);
    await expect.poll(() => listening.sockets.size, { timeout: 15_000 }).toBe(1);
  });

  test.skipIf(process.platform === "win32")("a plugin that hangs is killed with its children", async () => {
    await using listening = await startTcp(() => {});
    const clock = new ManualClock({ now });
    const credential = plugin(`${leaving(listening.port)}; setInterval(() => {}, 1000)`, { clock, timeoutMs: 5000 });
    const failure = failureOf(credential);
    await expect.poll(() => listening.sockets.size, { timeout: 15_000 }).toBe(1);
    clock.advance(5000);
    expect((await failure).message).toContain("did not end within 5000 ms and was killed");
    await expect.poll(() => listening.sockets.size, { timeout: 15_000 }).toBe(0);
    expect(clock.pending).toBe(0);
  });

  test.each([
    ["nothing", "", "it is empty"],
    ["garbage", `console.log("hunter2")`, "it is not JSON"],
    ["JSON that is no object", `console.log('["hunter2"]')`, "it is not a JSON object"],
    ["another kind", `console.log('{"kind":"Secret","hunter2":1}')`, `its kind is "Secret", not "ExecCredential"`],
    ["a secret for a kind", `console.log('{"kind":"hunter2 !"}')`, "its kind is something else"],
    [
      "another version",
      `console.log('{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1"}')`,
      `its apiVersion is "client.authentication.k8s.io/v1beta1"`,
    ],
    ["no status", printing("undefined"), "it has no status"],
    ["no credential", printing("{}"), "neither a token nor"],
    [
      "a certificate alone",
      printing(`{clientCertificateData: "hunter2"}`),
      "has clientCertificateData but no clientKeyData",
    ],
    ["a key alone", printing(`{clientKeyData: "hunter2"}`), "has clientKeyData but no clientCertificateData"],
    ["a number for a token", printing("{token: 7}"), "its status.token is not a string"],
    ["a bad time", printing(`{token: "hunter2", expirationTimestamp: "soon"}`), "is not a time like"],
    ["too much", `process.stdout.write("hunter2".repeat(200000))`, "printed more than"],
  ])("a plugin that prints %s is an error without the output", async (_, script, problem) => {
    const error = await failureOf(plugin(script));
    expect(error.message).toContain(problem);
    expect(error.message).toContain("(users[0].user.exec in config)");
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain("hunter2");
  });

  test("no error or inspection shows arguments, variables or the credential", async () => {
    const secret = { args: ["--secret=hunter2"], env: [{ name: "SECRET", value: "hunter2" }] };
    const missing = await failureOf(plugin("", { ...secret, command: "no-such-plugin" }));
    const invalid = await failureOf(plugin("", { ...secret, args: ["hunter2\0"] }));
    const working = plugin(printing(`{token: "hunter2"}`));
    const shown = [missing, invalid, working, await working.present()].map((value) =>
      inspect(value, { depth: 20, showHidden: true }),
    );
    expect([...shown, JSON.stringify(working)].join("\n")).not.toContain("hunter2");
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
