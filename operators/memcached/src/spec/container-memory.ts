import { setsSizeClasses } from "./extra-arguments.ts";
import type { MemcachedSettings } from "./memcached-settings.ts";

const bytesPerMebibyte = 1024 * 1024;

/**
 * What memcached needs memory for besides the items, in the worst case.
 *
 * - The hash table: eight bytes for each bucket, two buckets for three items before it grows, and old and new table together while it does.
 *   With the smallest items, of 96 bytes, that is a sixth of what they take, and a third with the smallest that `-n` can make them.
 * - Slab pages: each size class may take a first page of 1 MiB although the limit is reached. There are about 40 of them, and 63 at most
 *   with another growth factor.
 * - Connections: a read buffer of 16 KiB, and what belongs to the connection and to its answers.
 * - Threads: buffers and stack of each.
 * - The program itself, its libraries, and the threads that every memcached has.
 */
const headRoom = {
  hashTableFraction: { usually: 1 / 6, atMost: 1 / 3 },
  sizeClasses: { usually: 40, atMost: 63 },
  perConnectionBytes: 20 * 1024,
  perThreadBytes: bytesPerMebibyte,
  programBytes: 8 * bytesPerMebibyte,
} as const;

/** The `-m` of memcached: whole mebibytes, never more than `memory` says. */
export function cacheMebibytes({ memory }: Pick<MemcachedSettings, "memory">): number {
  return Math.floor(memory.toNumber() / bytesPerMebibyte);
}

/** The least memory limit, in mebibytes, with which these settings cannot lead to memcached being killed for its use of memory. */
export function neededMebibytes(
  settings: Pick<MemcachedSettings, "memory" | "maxConnections" | "threads" | "extraArgs">,
): number {
  const sizes = setsSizeClasses(settings.extraArgs) ? "atMost" : "usually";
  const cacheBytes = cacheMebibytes(settings) * bytesPerMebibyte;
  const bytes =
    cacheBytes * (1 + headRoom.hashTableFraction[sizes]) +
    headRoom.sizeClasses[sizes] * bytesPerMebibyte +
    headRoom.perConnectionBytes * settings.maxConnections +
    headRoom.perThreadBytes * settings.threads +
    headRoom.programBytes;
  return Math.ceil(bytes / bytesPerMebibyte);
}
