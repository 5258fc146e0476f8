import { findProgram } from "../image/find-program.ts";
import type { ImageAdapter, ImageProgram, ProgramNote, ProgramRequest } from "../image/image-adapter.ts";
import type { ImageHost } from "../image/image-host.ts";
import { imageRepository } from "../image/image-repository.ts";
import { isReadableByAll } from "../image/readable-by-all.ts";
import { fitArguments } from "./memcached-arguments.ts";

/** The user of the official image; memcached refuses to run as root. */
const memcachedUser = { uid: 11211, gid: 11211 };

/** The server in Node that stands in for memcached. */
const serverProgram = `${import.meta.dirname}/memcached-program.mjs`;

/**
 * Runs containers of `memcached` images with the machine's memcached or, if it has none, with a small server in Node, each listening only
 * on the address of its pod.
 */
export function memcachedImages(host: ImageHost): ImageAdapter {
  return {
    async programFor(request) {
      if (!/(^|\/)memcached$/.test(imageRepository(request.image))) return undefined;
      const argv = commandLine(request);
      const [first = "", ...args] = argv;
      if (!/(^|\/)memcached$/.test(first)) return { argv };
      return memcachedProgram(host, request, args);
    },
  };
}

/** The machine's memcached; undefined: the server in Node stands in for it. */
export function findMemcached({ path }: Pick<ImageHost, "path">): Promise<string | undefined> {
  return findProgram("memcached", path);
}

/** What the image would run, without the script that is its entrypoint. */
function commandLine({ command = [], args = [] }: ProgramRequest): string[] {
  const [first = "", ...rest] = command;
  const isEntrypoint = command.length === 0 || /(^|\/)docker-entrypoint\.sh$/.test(first);
  const line = isEntrypoint ? [...rest, ...args] : [...command, ...args];
  return isEntrypoint && (line.length === 0 || line[0]?.startsWith("-") === true) ? ["memcached", ...line] : line;
}

async function memcachedProgram(
  host: ImageHost,
  { image, address, ports, canChangeUser }: ProgramRequest,
  given: readonly string[],
): Promise<ImageProgram> {
  const { args, respelled } = fitArguments(given, { address, ports });
  const notes: ProgramNote[] = respelled.map(([before, after]) => ({
    reason: "ArgumentRewritten",
    message: `memcached gets "${after}" in place of "${before}", which memcached 1.6 refuses`,
  }));
  const program = await findMemcached(host);
  if (program !== undefined) return { argv: [program, ...args], notes, ...(canChangeUser && { user: memcachedUser }) };
  notes.push({
    reason: "MemcachedStandIn",
    message: `The image "${image}" runs as a small memcached server in Node: there is no memcached program on this machine`,
  });
  // The stand-in has no objection to root, but a user that cannot read it could not run it.
  const hasUser = canChangeUser && (await isReadableByAll(serverProgram)) && (await isReadableByAll(host.nodeProgram));
  return { argv: [host.nodeProgram, serverProgram, ...args], notes, ...(hasUser && { user: memcachedUser }) };
}
