import { Command } from "commander";
import type { RunOptions } from "../../deploy/run-project.ts";
import type { CommandHost } from "../../host.ts";
import { withClusterFlags } from "./cluster-flags.ts";

/** `kubewright run`: the operator on this machine, against any cluster. */
export function runCommand(host: CommandHost): Command {
  return withClusterFlags(
    new Command("run")
      .description("build the project and run its operator on this machine, until Ctrl-C")
      .usage("[options] [-- flags of the operator]")
      .argument("[flags...]", "flags of the operator, after --")
      .option("-n, --namespace <name>", "the only namespace that it looks at (default: all)"),
  )
    .option("--no-build", "run what was built before")
    .addHelpText(
      "after",
      `
The operator works with your permissions on the current context of your kubeconfig. Where no API server answers, it is not started; where its
definitions are not installed ("kubewright install"), it waits for them.
Its health is served at http://localhost:8081/healthz and /readyz. It reads the cluster from KUBECONFIG and the namespace from WATCH_NAMESPACE.

Examples:
  kubewright run
  kubewright run --namespace team-a --kubeconfig ./kubeconfig
  kubewright run -- --health-probe-bind-address=:9081 --log-level=debug
  kubewright run -- --help      # the flags of the operator; needs no cluster`,
    )
    .action(async (flags: readonly string[], options: RunOptions) => {
      const { runProject } = await import("../../deploy/run-project.ts");
      await runProject(options, flags, host);
    });
}
