import type { Clock } from "@kubewright/api";
import { ClientError } from "../errors.ts";
import { checkValidity } from "./certificate-pair.ts";
import type { Credential, Presentation } from "./credential.ts";
import { execApiVersion, type PluginCredential, parsePluginOutput } from "./exec-plugin-output.ts";
import { runPlugin } from "./exec-plugin-process.ts";

/** Whether a plugin may ask the user something on standard input. */
export type InteractiveMode = "Never" | "IfAvailable" | "Always";

/** The cluster as a plugin is told of it. */
export interface ExecCluster {
  readonly server: string;
  readonly "tls-server-name"?: string;
  readonly "insecure-skip-tls-verify"?: boolean;
  /** Base64 of PEM. */
  readonly "certificate-authority-data"?: string;
  readonly "proxy-url"?: string;
  readonly "disable-compression"?: boolean;
  /** The cluster's extension `client.authentication.k8s.io/exec`, as it is in the kubeconfig. */
  readonly config?: unknown;
}

export interface ExecPluginOptions {
  /** An absolute path, or a name to look for in PATH. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to, and overriding, `environment`. */
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  /** What to tell a user who does not have the command. */
  readonly installHint?: string;
  /** @default "IfAvailable" */
  readonly interactiveMode?: InteractiveMode;
  /** The cluster to tell the plugin about. Absent: the plugin is told nothing. */
  readonly cluster?: () => Promise<ExecCluster>;
  /** Where this was configured, for errors: `users[0].user.exec in /home/me/.kube/config`. */
  readonly source: string;
  /** What the plugin inherits. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Whether standard input is a terminal. @default false */
  readonly isInteractive?: boolean;
  /** Gets what the plugin prints on standard error, as it comes. */
  readonly showToUser?: (text: string) => void;
  /** How long a run may take that nobody is asked anything in; one with a user in it has no limit. @default 60_000 */
  readonly timeoutMs?: number;
}

/**
 * A credential from a program, as `client.authentication.k8s.io/v1` defines it.
 *
 * The program runs when a credential is first needed, when the last one has expired, and when the server refused it; never
 * twice at once. A failed run rejects all who wait for it, and the next `present` tries again.
 */
export class ExecPlugin implements Credential {
  readonly description: string;
  readonly #options: ExecPluginOptions;
  #current: PluginCredential | undefined;
  #running: Promise<PluginCredential> | undefined;

  constructor(options: ExecPluginOptions) {
    this.description = `what the credential plugin ${options.command} (${options.source}) gave`;
    this.#options = options;
  }

  async present(): Promise<Presentation> {
    if (this.#current !== undefined && this.#options.clock.now() < this.#current.expiresAt) {
      return this.#current.presentation;
    }
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return (await this.#running).presentation;
  }

  reject(rejected: Presentation): boolean {
    if (this.#current?.presentation === rejected) this.#current = undefined;
    return true;
  }

  async #run(): Promise<PluginCredential> {
    const { cluster, environment, env = [], command, source } = this.#options;
    const interactive = this.#isInteractiveRun();
    const info = {
      kind: "ExecCredential",
      apiVersion: execApiVersion,
      spec: { ...(cluster === undefined ? {} : { cluster: await cluster() }), interactive },
    };
    const output = await runPlugin({
      command,
      args: this.#options.args ?? [],
      env: {
        ...environment,
        ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
        KUBERNETES_EXEC_INFO: JSON.stringify(info),
      },
      interactive,
      source,
      clock: this.#options.clock,
      ...(this.#options.installHint === undefined ? {} : { installHint: this.#options.installHint }),
      ...(this.#options.showToUser === undefined ? {} : { showToUser: this.#options.showToUser }),
      ...(interactive ? {} : { timeoutMs: this.#options.timeoutMs ?? 60_000 }),
    });
    const where = `the output of the credential plugin ${command} (${source})`;
    const credential = parsePluginOutput(output, where);
    if (credential.pair !== undefined) checkValidity(credential.pair, this.#options.clock.now(), where);
    this.#current = credential;
    return credential;
  }

  #isInteractiveRun(): boolean {
    const { interactiveMode = "IfAvailable", isInteractive = false, command, source } = this.#options;
    if (interactiveMode === "Never") return false;
    if (interactiveMode === "Always" && !isInteractive) {
      throw new ClientError(
        "CREDENTIAL_PLUGIN",
        `the credential plugin ${command} (${source}) must ask the user, but standard input is not a terminal; ` +
          "run this program in a terminal, or configure a plugin with interactiveMode Never or IfAvailable",
      );
    }
    return isInteractive;
  }
}
