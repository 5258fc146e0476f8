import { messageOf, RuntimeError } from "../errors.ts";
import { type ProgramHost, systemProgram } from "../host.ts";
import { createLogger } from "../observability/log/create-logger.ts";
import { withoutExpectedStack } from "../observability/log/log-value.ts";
import type { FlagDefinitions } from "./flag/flag-definition.ts";
import { FlagError } from "./flag/flag-error.ts";
import { type FlaggedOptions, type ManagerFlags, managerOptionsFromFlags } from "./flag/manager-flags.ts";
import type { Manager } from "./manager.ts";
import type { ManagerOptions } from "./manager-options.ts";

export interface OperatorProgram<F extends FlagDefinitions = FlagDefinitions> extends ManagerFlags<F> {
  /** Makes the manager of what the flags say, and adds its controllers. It is started afterwards. */
  create(given: FlaggedOptions<F>): Manager | Promise<Manager>;
  /** @default the real process */
  readonly host?: ProgramHost;
}

/**
 * Runs the program of an operator: reads its flags, makes its manager and runs it until it is told to stop. Never rejects.
 *
 * ```ts
 * await runOperator({
 *   leaderElectionId: "memcached.cache.example.com",
 *   flags: { "max-size": { type: "number", default: 5, description: "how many instances a Memcached may have" } },
 *   async create({ options, flags }) {
 *     const manager = await Manager.create(options);
 *     setupMemcachedController(manager, { maxSize: flags["max-size"] });
 *     return manager;
 *   },
 * });
 * ```
 *
 * The process ends with 0 after `--help` and a stop in good order; with 2 where flags make no sense, also by a FlagError of `create`, of which
 * one line on standard error tells; with 1 where `create` rejects or the manager fails, which is logged, whatever the level.
 */
export async function runOperator<const F extends FlagDefinitions = Record<never, never>>(
  program: OperatorProgram<F>,
): Promise<void> {
  const { host = systemProgram() } = program;
  let logging: Logging = {};
  try {
    const given = managerOptionsFromFlags(program, host);
    logging = given.options;
    const manager = managerOf(await program.create(given));
    // It logs itself what it fails with.
    await manager.start().catch((error: unknown) => {
      host.setExitCode(1);
      if (logging.logLevel === "silent") logFailure(error, "the operator failed", logging, host);
    });
  } catch (error) {
    if (error instanceof FlagError) {
      showFlagError(error, host);
      return;
    }
    host.setExitCode(1);
    logFailure(error, "the operator cannot start", logging, host);
  }
}

type Logging = Pick<ManagerOptions, "logLevel" | "logFormat">;

function managerOf(created: Partial<Manager> | undefined | null): Manager {
  if (typeof created?.start === "function") return created as Manager;
  throw new RuntimeError("INVALID_SETUP", "create of runOperator gave no manager: end it with `return manager`");
}

/** Whatever the level: nobody wants not to know why a program ended. Who asked for silence gets the reason alone. */
function logFailure(
  error: unknown,
  message: string,
  { logLevel, logFormat: format }: Logging,
  host: ProgramHost,
): void {
  const log = createLogger({ process: host, env: host.env, ...(format !== undefined && { format }) });
  log.error({ err: logLevel === "silent" ? messageOf(error) : withoutExpectedStack(error) }, message);
}

function showFlagError({ message, exitCode }: FlagError, host: ProgramHost): void {
  if (exitCode === 0) host.writeOutput(message);
  else host.writeLine(`error: ${message}\n`);
  host.setExitCode(exitCode);
}
