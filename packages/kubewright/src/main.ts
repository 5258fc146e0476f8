// What `bin/kubewright.mjs` runs once it is built.
import { keepCompiledCode, systemCommandHost } from "./host.ts";

keepCompiledCode();
const { runCommandLine } = await import("./command/command-line.ts");
process.exitCode = await runCommandLine(process.argv.slice(2), systemCommandHost());
