import { createServer } from "node:net";
import type { Clock, DynamicObject } from "@kubewright/api";
import type { Deployment } from "@kubewright/api/apps/v1";
import { sleep, systemClock } from "@kubewright/client";
import { CommandError } from "../errors.ts";
import { isDeployment } from "./object-order.ts";

export interface FreePortsOptions {
  readonly signal: AbortSignal;
  /** @default the host's */
  readonly clock?: Clock | undefined;
  /** Says what is waited for. */
  readonly say: (text: string) => void;
  /** How long programs may take to end. @default 15_000 */
  readonly timeoutMs?: number;
}

const intervalMs = 250;

/** An address of this machine that is nobody's: where a port cannot be taken there, somebody has it on all addresses. */
const nobodysAddress = "127.254.254.254";

/**
 * Resolves when pods that are processes of this machine can listen on the ports of their containers, each on its own address.
 *
 * A program that listens on all addresses, as an operator that was started on this machine, keeps them from it, and would answer their probes.
 * Rejects with CommandError when it does not end.
 */
export async function waitForFreePorts(objects: readonly DynamicObject[], options: FreePortsOptions): Promise<void> {
  const { signal, clock = systemClock, say, timeoutMs = 15_000 } = options;
  const until = clock.monotonic() + timeoutMs;
  let isSaid = false;
  for (const port of portsOf(objects)) {
    while (await isTaken(port)) {
      signal.throwIfAborted();
      if (clock.monotonic() >= until) throw new CommandError(refusal(port));
      if (!isSaid) say(`Waiting for port ${port}: a program on this machine listens on all addresses there\n`);
      isSaid = true;
      await sleep(intervalMs, { signal, clock });
    }
  }
}

function refusal(port: number): string {
  return `port ${port} of this machine is taken on all its addresses: by the operator that "make run" or "kubewright run" started, or another program. Pods of this cluster are processes of this machine, and could not listen on that port: stop the program`;
}

function portsOf(objects: readonly DynamicObject[]): number[] {
  const containers = objects
    .filter(isDeployment)
    .flatMap((object) => (object as unknown as Deployment).spec.template.spec?.containers ?? []);
  const ports = containers.flatMap(({ ports = [] }) => ports.map(({ containerPort }) => containerPort));
  return [...new Set(ports)];
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // Other systems have no such address: nothing can be said then.
    server.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code === "EADDRINUSE"));
    server.listen({ host: nobodysAddress, port, exclusive: true }, () => server.close(() => resolve(false)));
  });
}
