// A small memcached: the program that runs where there is no other. Plain JavaScript, because Node 20 has to run it as it is.

import { parseOptions } from "./memcached-options.mjs";
import { memcachedVersion, serveMemcached } from "./memcached-server.mjs";

const timeOrigin = performance.timeOrigin;

try {
  const options = parseOptions(process.argv.slice(2));
  if (options.showsVersion === true) {
    process.stdout.write(`memcached ${memcachedVersion}\n`);
  } else {
    const monotonic = () => Number(process.hrtime.bigint() / 1_000_000n);
    const start = monotonic();
    await serveMemcached({ ...options, now: () => timeOrigin + monotonic() - start, pid: process.pid });
    for (const [signal, name] of /** @type {const} */ ([
      ["SIGTERM", "Terminated"],
      ["SIGINT", "Interrupt"],
    ])) {
      process.on(signal, () => {
        process.stderr.write(`Signal handled: ${name}.\n`);
        process.exit(0);
      });
    }
    if (options.verbosity > 0) process.stderr.write(`server listening on port ${options.port}\n`);
  }
} catch (error) {
  process.stderr.write(`memcached: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
