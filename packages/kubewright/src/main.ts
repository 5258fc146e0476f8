#!/usr/bin/env node
import { runCommandLine } from "./command/command-line.ts";
import { systemCommandHost } from "./host.ts";

process.exitCode = await runCommandLine(process.argv.slice(2), systemCommandHost());
