import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Authority, createAuthority } from "@kubewright/apiserver";
import {
  ApiClient,
  type ClientCertificate,
  type Connection,
  connectionFrom,
  HttpsTransport,
  sleep,
} from "@kubewright/client";
import { installDefinitions } from "../definition/install-definitions.ts";
import type { DefinitionSource } from "../definition/read-definitions.ts";
import { TestingError } from "../errors.ts";
import { systemTestHost, type TestHost } from "../host.ts";
import { freePort } from "./free-port.ts";
import { kubeconfigText } from "./kubeconfig-text.ts";
import { logTail } from "./log-tail.ts";
import { type Probed, probe } from "./probe.ts";
import { findPrograms, programFolder } from "./program-folder.ts";
import { apiServerArguments, etcdArguments, writeServerFiles } from "./server-files.ts";
import { type SupervisedProgram, Supervisor } from "./supervisor.ts";

/** The two programs that make a server. */
export type ReferenceProgram = "etcd" | "kube-apiserver";

export interface ReferenceServerOptions {
  /** Folder that has `etcd` and `kube-apiserver`. @default `KUBEBUILDER_ASSETS`, or where `npm run kube-assets` puts them */
  readonly programs?: string;
  /**
   * Whether pods get service accounts and tokens, as in a cluster. No controller makes the accounts here, so that no pod can be
   * created in a namespace before its `default` service account is. @default false
   */
  readonly serviceAccountAdmission?: boolean;
  /** Flags for kube-apiserver, after ours: `["--feature-gates=…"]`. @default none */
  readonly apiServerFlags?: readonly string[];
  /** Custom kinds that the server serves from the start, as `installDefinitions` takes them. @default none */
  readonly definitions?: readonly DefinitionSource[];
  /** Chooses a port of 127.0.0.1; asked again when that one is taken. @default one that is free */
  readonly choosePort?: () => Promise<number>;
  /** How long the server may take to be ready. @default 60_000 */
  readonly startTimeoutMs?: number;
  /** Gives up starting; what was started is ended first. */
  readonly signal?: AbortSignal;
  /** Where environment, time and folders come from. @default the real host */
  readonly host?: TestHost;
}

export interface ReferenceUser {
  readonly name: string;
  /** Besides `system:authenticated`, which everyone is in. @default none */
  readonly groups?: readonly string[];
}

/**
 * A real API server: etcd and kube-apiserver, no controllers.
 *
 * What controllers do in a cluster does not happen: a namespace that is deleted stays Terminating for ever, dependents of a
 * deleted owner stay, Deployments make no pods, and the roles `view`, `edit` and `admin`, which are made up of others, grant
 * nothing. The server and its files end with this process, however that ends.
 */
export interface ReferenceServer extends AsyncDisposable {
  /** `https://127.0.0.1:port`; stays the same when the server is restarted. */
  readonly url: string;
  /** The authority that the server's and the users' certificates are from, PEM. */
  readonly caCertificate: string;
  /** Someone who may do everything (group `system:masters`). */
  readonly admin: ClientCertificate;
  /** Holds logs and data; removed at the end. */
  readonly folder: string;

  /** A certificate for a user, who may do only what RBAC grants the name or the groups. */
  addUser(user: ReferenceUser): ClientCertificate;
  /** What a client needs to reach the server as a user. @default as the admin */
  connection(user?: ClientCertificate): Connection;
  /** A kubeconfig, as YAML text. @default for the admin */
  kubeconfig(user?: ClientCertificate): string;
  /** Writes a kubeconfig that only the owner of the file may read. @default for the admin */
  writeKubeconfig(path: string, user?: ClientCertificate): Promise<void>;

  /** The last lines that a program logged. */
  log(program: ReferenceProgram, lines?: number): Promise<string>;
  /** Ends a program and waits until it is gone. Data stay. @default with SIGKILL */
  stop(program: ReferenceProgram, signal?: "SIGKILL" | "SIGTERM"): Promise<void>;
  /** Starts a stopped program; rejects for another. Resolves when the server is ready, or at once while the other is stopped. */
  start(program: ReferenceProgram): Promise<void>;
  /** Stops and starts one program, or both. Resolves when the server is ready. */
  restart(program?: ReferenceProgram): Promise<void>;
  /** Freezes a program: its connections stay open, and nothing comes from them. */
  pause(program: ReferenceProgram): Promise<void>;
  /** Lets a paused program go on. */
  resume(program: ReferenceProgram): Promise<void>;
  /** Ends both programs and removes the folder; `await using` does it by itself. Harmless when done before. */
  close(): Promise<void>;
}

/** Starts a server of its own for the caller, who closes it. Resolves when it is ready and has the `default` namespace. */
export async function startReferenceServer(options: ReferenceServerOptions = {}): Promise<ReferenceServer> {
  options.signal?.throwIfAborted();
  const host = options.host ?? systemTestHost();
  const folder = options.programs ?? programFolder(host);
  const programs = await findPrograms(folder, ["etcd", "kube-apiserver"]);
  const supervisor = await Supervisor.start(host);
  try {
    const authority = createAuthority({ name: "kubewright-reference-ca", clock: host.clock });
    await writeServerFiles(supervisor.folder, authority);
    const server = new SupervisedServer({ programs, supervisor, authority, host, options });
    await server.startFirst();
    await installInto(server, options);
    return server;
  } catch (error) {
    await supervisor[Symbol.asyncDispose]();
    throw error;
  }
}

async function installInto(
  server: ReferenceServer,
  { definitions = [], startTimeoutMs, signal }: ReferenceServerOptions,
): Promise<void> {
  if (definitions.length === 0) return;
  await using client = new ApiClient({ transport: new HttpsTransport(server.connection()) });
  await installDefinitions(client, definitions, { timeoutMs: startTimeoutMs, signal });
}

interface Parts {
  readonly programs: Record<ReferenceProgram, string>;
  readonly supervisor: Supervisor;
  readonly authority: Authority;
  readonly host: TestHost;
  readonly options: ReferenceServerOptions;
}

/** How often a port may turn out to be taken. */
const portAttempts = 5;
/** Between two questions whether the server is ready. */
const probeIntervalMs = 50;

class SupervisedServer implements ReferenceServer {
  readonly caCertificate: string;
  readonly admin: ClientCertificate;
  readonly folder: string;
  readonly #parts: Parts;
  /** Those that are not stopped; one that ended by itself is still in here. A call takes its place before it waits for anything. */
  readonly #programs = new Map<ReferenceProgram, SupervisedProgram | "starting" | "stopping">();
  #port = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.folder = parts.supervisor.folder;
    this.caCertificate = parts.authority.certificate;
    this.admin = this.addUser({ name: "reference-admin", groups: ["system:masters"] });
  }

  get url(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  addUser({ name, groups }: ReferenceUser): ClientCertificate {
    return this.#parts.authority.issue({ commonName: name, organizations: groups ?? [], usages: ["client"] });
  }

  connection(user: ClientCertificate = this.admin): Connection {
    const { url, caCertificate } = this;
    const host = this.#parts.host;
    return connectionFrom({
      server: url,
      certificateAuthority: caCertificate,
      clientCertificate: user,
      proxyUrl: false,
      host,
    });
  }

  kubeconfig(user: ClientCertificate = this.admin): string {
    return kubeconfigText(this.url, this.caCertificate, user);
  }

  async writeKubeconfig(path: string, user: ClientCertificate = this.admin): Promise<void> {
    await writeFile(path, this.kubeconfig(user), { mode: 0o600 });
  }

  log(program: ReferenceProgram, lines = 20): Promise<string> {
    return logTail(this.#logFile(program), lines);
  }

  async stop(program: ReferenceProgram, signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
    const running = this.#runningProgram(program);
    this.#programs.set(program, "stopping");
    await running.stop(signal);
    this.#programs.delete(program);
  }

  async start(program: ReferenceProgram): Promise<void> {
    await this.#run(program);
    if (this.#programs.size === 2) await this.#untilReady();
  }

  async restart(program?: ReferenceProgram): Promise<void> {
    const programs: ReferenceProgram[] = program === undefined ? ["kube-apiserver", "etcd"] : [program];
    for (const each of programs) await this.stop(each);
    for (const each of programs.reverse()) await this.#run(each);
    await this.#untilReady();
  }

  async pause(program: ReferenceProgram): Promise<void> {
    await this.#runningProgram(program).signal("SIGSTOP");
  }

  async resume(program: ReferenceProgram): Promise<void> {
    await this.#runningProgram(program).signal("SIGCONT");
  }

  async close(): Promise<void> {
    this.#programs.clear();
    await this.#parts.supervisor[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Starts both programs, on another port as long as somebody else was faster in taking it. */
  async startFirst(): Promise<void> {
    const choosePort = this.#parts.options.choosePort ?? freePort;
    await this.#run("etcd");
    for (let attempt = 1; ; attempt++) {
      this.#port = await choosePort();
      await this.#run("kube-apiserver");
      try {
        await this.#untilReady();
        return;
      } catch (error) {
        const isPortTaken = (await this.log("kube-apiserver")).includes("address already in use");
        if (!isPortTaken || attempt === portAttempts) throw error;
        this.#programs.delete("kube-apiserver");
        await rm(this.#logFile("kube-apiserver"));
      }
    }
  }

  async #run(program: ReferenceProgram): Promise<void> {
    const state = this.#programs.get(program);
    if (state !== undefined) {
      throw new TestingError("SERVER_STATE", `${program} is ${typeof state === "string" ? state : "running already"}`);
    }
    this.#programs.set(program, "starting");
    const { programs, supervisor, options } = this.#parts;
    const args =
      program === "etcd"
        ? etcdArguments(this.folder)
        : apiServerArguments({
            folder: this.folder,
            port: this.#port,
            serviceAccountAdmission: options.serviceAccountAdmission ?? false,
            extraFlags: options.apiServerFlags ?? [],
          });
    try {
      this.#programs.set(program, await supervisor.run(programs[program], args, this.#logFile(program)));
    } catch (error) {
      this.#programs.delete(program);
      throw error;
    }
  }

  async #untilReady(): Promise<void> {
    const { host, options } = this.#parts;
    const timeoutMs = options.startTimeoutMs ?? 60_000;
    const deadline = host.clock.monotonic() + timeoutMs;
    let ended: string | undefined;
    for (const [name, program] of this.#programs) {
      if (typeof program === "string") continue;
      void program.exited.then(({ code, signal }) => {
        ended ??= `${name} ended with ${signal ?? `exit code ${code}`}`;
      });
    }
    // The server reports ready a moment before it has made the namespace.
    for (const path of ["/readyz", "/api/v1/namespaces/default"]) {
      for (;;) {
        const answer = await probe(`${this.url}${path}`, this.caCertificate, this.admin);
        options.signal?.throwIfAborted();
        if (ended !== undefined) throw await this.#startError(`${ended} before it was ready`);
        if (answer.status === 200) break;
        if (host.clock.monotonic() >= deadline) {
          throw await this.#startError(`not ready after ${timeoutMs} ms: ${path}: ${describe(answer)}`);
        }
        await sleep(probeIntervalMs, { clock: host.clock, signal: options.signal });
      }
    }
  }

  async #startError(problem: string): Promise<TestingError> {
    const logs: string[] = [];
    for (const program of this.#programs.keys())
      logs.push(`--- end of the log of ${program}\n${await this.log(program)}`);
    const folder = this.#parts.programs["kube-apiserver"];
    return new TestingError("SERVER_START_FAILED", `${folder}: ${problem}\n${logs.join("\n")}`);
  }

  #runningProgram(program: ReferenceProgram): SupervisedProgram {
    const state = this.#programs.get(program);
    if (typeof state === "object") return state;
    throw new TestingError("SERVER_STATE", `${program} is ${state ?? "not running"}`);
  }

  #logFile(program: ReferenceProgram): string {
    return join(this.folder, `${program}.log`);
  }
}

function describe(answer: Probed): string {
  return answer.status === undefined ? answer.text : `HTTP ${answer.status} ${answer.text}`;
}
