#!/usr/bin/env node
// The program. It is here before anything is built, so that npm finds it when it links programs in a checkout.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const main = new URL("../dist/main.js", import.meta.url);
if (existsSync(main)) await import(main.href);
else {
  process.stderr.write(
    `error: kubewright is not built yet: run "npm run build" in ${fileURLToPath(new URL("../../../", import.meta.url))}\n`,
  );
  process.exitCode = 1;
}
