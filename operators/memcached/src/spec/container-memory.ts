import type { MemcachedSettings } from "./memcached-settings.ts";

const bytesPerMebibyte = 1024 * 1024;

/**
 * What memcached needs memory for besides the items, in the worst case.
 *
 * - The hash table: eight bytes for each bucket, two buckets for three items before it grows, and old and new table together while it does.
 *   With the smallest items, of 96 bytes, that is a sixth of what they take.
 * - Slab pages: each of about 40 size classes may take a first page of 1 MiB although the limit is reached.
 * - Connections: a read buffer of 16 KiB, and what belongs to the connection and to its answers.
 * - Threads: buffers and stack of each.
 * - The program itself, its libraries, and the threads that every memcached has.
 */
const headRoom = {
  hashTableFraction: 1 / 6,
  slabPagesBytes: 40 * bytesPerMebibyte,
  perConnectionBytes: 20 * 1024,
  perThreadBytes: bytesPerMebibyte,
  programBytes: 8 * bytesPerMebibyte,
} as const;

/** The `-m` of memcached: whole mebibytes, never more than `memory` says. */
export function cacheMebibytes({ memory }: Pick<MemcachedSettings, "memory">): number {
  return Math.floor(memory.toNumber() / bytesPerMebibyte);
}

/** The least memory limit, in mebibytes, with which these settings cannot lead to memcached being killed for its use of memory. */
export function neededMebibytes(settings: Pick<MemcachedSettings, "memory" | "maxConnections" | "threads">): number {
  const cacheBytes = cacheMebibytes(settings) * bytesPerMebibyte;
  const bytes =
    cacheBytes * (1 + headRoom.hashTableFraction) +
    headRoom.slabPagesBytes +
    headRoom.perConnectionBytes * settings.maxConnections +
    headRoom.perThreadBytes * settings.threads +
    headRoom.programBytes;
  return Math.ceil(bytes / bytesPerMebibyte);
}
