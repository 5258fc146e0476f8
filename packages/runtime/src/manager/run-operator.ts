import { RuntimeError } from "../errors.ts";
import { type ProgramHost, systemProgram } from "../host.ts";
import { createLogger } from "../observability/log/create-logger.ts";
import { withoutExpectedStack } from "../observability/log/log-value.ts";
import type { FlagDefinitions } from "./flag/flag-definition.ts";
import { FlagError } from "./flag/flag-error.ts";
import { type FlaggedOptions, type ManagerFlags, managerOptionsFromFlags } from "./flag/manager-flags.ts";
import type { Manager } from "./manager.ts";

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
 * one line on standard error tells; with 1 where `create` rejects or the manager fails, which is logged.
 */
export async function runOperator<const F extends FlagDefinitions = Record<never, never>>(
  program: OperatorProgram<F>,
): Promise<void> {
  const { host = systemProgram() } = program;
  const manager = await create(program, host);
  // What it fails with is logged.
  await manager?.start().catch(() => host.setExitCode(1));
}

async function create<F extends FlagDefinitions>(
  program: OperatorProgram<F>,
  host: ProgramHost,
): Promise<Manager | undefined> {
  let logging = {};
  try {
    const given = managerOptionsFromFlags(program, host);
    const { logLevel: level, logFormat: format } = given.options;
    logging = { level, ...(format !== undefined && { format }) };
    const manager: Partial<Manager> | undefined = await program.create(given);
    if (typeof manager?.start === "function") return manager as Manager;
    throw new RuntimeError("INVALID_SETUP", "create of runOperator gave no manager: end it with `return manager`");
  } catch (error) {
    if (error instanceof FlagError) showFlagError(error, host);
    else {
      const log = createLogger({ process: host, env: host.env, ...logging });
      log.error({ err: withoutExpectedStack(error) }, "the operator cannot start");
      host.setExitCode(1);
    }
    return undefined;
  }
}

function showFlagError({ message, exitCode }: FlagError, host: ProgramHost): void {
  if (exitCode === 0) host.writeOutput(message);
  else host.writeLine(`error: ${message}\n`);
  host.setExitCode(exitCode);
}
