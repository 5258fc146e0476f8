import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { StatusError } from "@kubewright/api";
import { ClientError, systemHost } from "@kubewright/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { RuntimeError } from "../errors.ts";
import type { ProgramHost } from "../host.ts";
import { type Logger, silentLogger } from "../observability/log/logger.ts";
import { FlagError } from "./flag/flag-error.ts";
import { Manager } from "./manager.ts";
import type { ManagerOptions } from "./manager-options.ts";
import { runOperator } from "./run-operator.ts";

const leaderElectionId = "memcached.example.com";

describe("runOperator", () => {
  test("answers --help on standard output, makes nothing, and ends with 0", async () => {
    const program = new HandProgram("--help");
    await runOperator({ leaderElectionId, host: program, create: () => expect.unreachable() });
    expect(program).toMatchObject({ exitCode: 0, errors: [] });
    expect(program.output).toMatch(/^Usage: node dist\/main.js \[flags\]\n/);
  });

  test("tells of a wrong flag in one line, makes nothing, and ends with 2", async () => {
    const program = new HandProgram("--leader-elct");
    await runOperator({ leaderElectionId, host: program, create: () => expect.unreachable() });
    expect(program).toMatchObject({
      exitCode: 2,
      output: "",
      errors: ["error: there is no flag --leader-elct; did you mean --leader-elect? --help shows all flags\n"],
    });
  });

  test("tells in the same way of what the program itself finds wrong with its flags", async () => {
    const program = new HandProgram("--max-size=0");
    await runOperator({
      leaderElectionId,
      host: program,
      flags: { "max-size": { type: "number", default: 5, description: "" } },
      create({ flags }) {
        throw new FlagError(`--max-size=${flags["max-size"]} is not above 0`);
      },
    });
    expect(program).toMatchObject({ exitCode: 2, errors: ["error: --max-size=0 is not above 0\n"] });
  });

  test("logs in one line why there is no manager, and ends with 1", async () => {
    const program = new HandProgram("--kubeconfig=/none/such", "--log-format=console");
    await runOperator({ leaderElectionId, host: program, create: ({ options }) => Manager.create(options) });
    expect(program).toMatchObject({
      exitCode: 1,
      output: "",
      errors: [
        expect.stringMatching(
          /^\S+ ERROR the operator cannot start +err="--kubeconfig=\/none\/such: cannot read the kubeconfig: \/none\/such .*"\n$/,
        ),
      ],
    });
  });

  test.each([
    ["the client", new ClientError("INVALID_CONFIG", "no", { cause: new Error("ENOENT") })],
    ["the runtime", new RuntimeError("INVALID_SETUP", "no")],
    [
      "the server",
      new StatusError({ apiVersion: "v1", kind: "Status", code: 403, message: "no", reason: "Forbidden" }),
    ],
  ])("logs no stack of what %s fails with", async (_, error) => {
    const program = new HandProgram();
    await runOperator({ leaderElectionId, host: program, create: () => Promise.reject(error) });
    expect(program.exitCode).toBe(1);
    expect(program.errors.map((line) => JSON.parse(line))).toMatchObject([
      { level: "error", msg: "the operator cannot start", err: { message: "no" } },
    ]);
    expect(program.errors.join("")).not.toContain("stack");
  });

  test("logs the stack of what is the program's own fault", async () => {
    const program = new HandProgram();
    await runOperator({
      leaderElectionId,
      host: program,
      create() {
        throw new TypeError("undefined is not a function");
      },
    });
    expect(program.exitCode).toBe(1);
    expect(program.errors.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: "error",
        err: { message: "undefined is not a function", stack: expect.stringContaining("run-operator") },
      },
    ]);
  });

  test("ends with 1 when a flag is defined that cannot be", async () => {
    const program = new HandProgram();
    const flags = { help: { type: "boolean", description: "" } } as const;
    await runOperator({ leaderElectionId, flags, host: program, create: () => expect.unreachable() });
    expect(program.exitCode).toBe(1);
    expect(program.errors.join("")).toContain("every operator has a flag of this name");
  });

  test.each([[undefined], [null], [{}]])("ends with 1 when create gives no manager but %j", async (given) => {
    const program = new HandProgram();
    await runOperator({ leaderElectionId, host: program, create: () => given as never });
    expect(program.exitCode).toBe(1);
    expect(program.errors.join("")).toContain("return manager");
  });

  test("ends with 1 when create started the manager itself, which is logged", async () => {
    const program = new HandProgram("--health-probe-bind-address=0");
    const told: unknown[] = [];
    const error = (fields: object, message: string): void => void told.push({ message, ...fields });
    const log: Logger = { ...silentLogger, error, child: () => log };
    await runOperator({
      leaderElectionId,
      host: program,
      create: async ({ options }) => {
        const manager = await unreachingManager({ ...options, log });
        manager.add(async () => void manager.stop());
        await manager.start();
        return manager;
      },
    });
    expect(program.exitCode).toBe(1);
    expect(told).toMatchObject([{ message: "the manager cannot start", err: { code: "STOPPED" } }]);
  });

  test("runs the manager until it stops, and leaves the code of the process alone", async () => {
    const program = new HandProgram("--metrics-bind-address=0", "--health-probe-bind-address=0");
    const told: string[] = [];
    await runOperator({
      leaderElectionId,
      host: program,
      create: async ({ options }) => {
        const manager = await unreachingManager(options);
        manager.add(async function work() {
          told.push("works");
          void manager.stop();
        });
        return manager;
      },
    });
    expect(told).toEqual(["works"]);
    expect(program).toMatchObject({ exitCode: undefined, errors: [], output: "" });
  });

  test("ends with 1 when the manager fails, which the manager has logged", async () => {
    const program = new HandProgram("--health-probe-bind-address=0");
    await runOperator({ leaderElectionId, host: program, create: ({ options }) => failingManager(options) });
    expect(program).toMatchObject({ exitCode: 1, errors: [] });
  });

  test.each([
    ["create rejects", "the operator cannot start", () => Promise.reject(new TypeError("broken"))],
    ["the manager fails", "the operator failed", ({ options }: { options: ManagerOptions }) => failingManager(options)],
  ])("says why in one line although --log-level=silent, when %s", async (_, msg, create) => {
    const program = new HandProgram("--health-probe-bind-address=0", "--log-level=silent");
    await runOperator({ leaderElectionId, host: program, create });
    expect(program.exitCode).toBe(1);
    expect(program.errors.map((line) => JSON.parse(line))).toEqual([
      { time: expect.any(String), level: "error", msg, err: "broken" },
    ]);
  });

  test("keeps to one line for people, too, although --log-level=silent", async () => {
    const program = new HandProgram("--log-level=silent", "--log-format=console");
    await runOperator({ leaderElectionId, host: program, create: () => Promise.reject(new Error("one\ntwo")) });
    expect(program.errors).toEqual([expect.stringMatching(/^\S+ ERROR the operator cannot start +err="one\\ntwo"\n$/)]);
  });

  test("names the flag whose address is taken, not an option of which the user knows nothing", async () => {
    const taken = createServer();
    taken.listen(0, "127.0.0.1");
    await once(taken, "listening");
    onTestFinished(() => void taken.close());
    const address = `127.0.0.1:${(taken.address() as AddressInfo).port}`;
    const told: unknown[] = [];
    const error = (fields: object): void => void told.push(fields);
    const log: Logger = { ...silentLogger, error, child: () => log };
    for (const flag of ["--health-probe-bind-address", "--metrics-bind-address"]) {
      const program = new HandProgram("--health-probe-bind-address=0", `${flag}=${address}`, "--metrics-secure=false");
      const create = ({ options }: { options: ManagerOptions }) => unreachingManager({ ...options, log });
      await runOperator({ leaderElectionId, host: program, create });
      expect(program.exitCode).toBe(1);
      const message = `cannot listen on ${flag}=${address}: another program listens there; choose another address, or stop that program`;
      expect(told.splice(0)).toMatchObject([{ err: { message } }]);
    }
  });

  test("names the flag of a folder without a certificate", async () => {
    const program = new HandProgram("--metrics-bind-address=127.0.0.1:0", "--metrics-cert-path=/none/such");
    const told: unknown[] = [];
    const error = (fields: object): void => void told.push(fields);
    const log: Logger = { ...silentLogger, error, child: () => log };
    await runOperator({
      leaderElectionId,
      host: program,
      create: ({ options }) => unreachingManager({ ...options, health: false, log }),
    });
    expect(program.exitCode).toBe(1);
    expect(told).toMatchObject([
      {
        err: { message: expect.stringMatching(/^--metrics-cert-path=\/none\/such should have tls.crt and tls.key: /) },
      },
    ]);
  });

  test("names --leader-elect, where there is no namespace for its lease", async () => {
    const program = new HandProgram("--leader-elect");
    const connection = {
      server: "http://127.0.0.1:1",
      proxyUrl: false,
      inCluster: false,
      host: { ...systemHost(), env: {} },
    } as const;
    const create = ({ options }: { options: ManagerOptions }) => Manager.create({ ...options, connection });
    await runOperator({ leaderElectionId, host: program, create });
    expect(program.errors.map((line) => JSON.parse(line).err.message)).toEqual([
      expect.stringMatching(
        /^--leader-elect needs a namespace for the Lease "memcached.example.com", .*: set POD_NAMESPACE, or do without --leader-elect$/,
      ),
    ]);
  });
});

function failingManager(options: ManagerOptions): Promise<Manager> {
  return unreachingManager(options).then((manager) => {
    manager.add(() => Promise.reject(new Error("broken")));
    return manager;
  });
}

/** For a cluster that is not there. */
function unreachingManager(options: Parameters<typeof Manager.create>[0]): Promise<Manager> {
  const connection = { server: "http://127.0.0.1:1", proxyUrl: false } as const;
  return Manager.create({ ...options, connection, logLevel: "silent", handleSignals: false });
}

/** A process that keeps what is written. */
class HandProgram implements ProgramHost {
  readonly command = "node dist/main.js";
  readonly env = {};
  readonly isTerminal = false;
  readonly args: readonly string[];
  readonly errors: string[] = [];
  output = "";
  exitCode: number | undefined;

  constructor(...args: string[]) {
    this.args = args;
  }

  writeLine(line: string): void {
    this.errors.push(line);
  }

  writeOutput(text: string): void {
    this.output += text;
  }

  setExitCode(code: number): void {
    this.exitCode = code;
  }
}
