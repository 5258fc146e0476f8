import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "./free-port.ts";
import { LoopbackAddresses } from "./loopback-addresses.ts";

test.runIf(process.platform === "linux")(
  "a port that a program of this machine has on all addresses is mapped to one that is free",
  async () => {
    const program = createServer();
    await once(program.listen(0, "0.0.0.0"), "listening");
    await using addresses = await LoopbackAddresses.open(Math.random);
    try {
      const { port } = program.address() as AddressInfo;
      const { ip, ports } = await addresses.allocate([port]);
      const mapped = ports.get(port) ?? 0;
      expect([...ports.keys()]).toEqual([port]);
      expect(mapped).not.toBe(port);
      const pod = createServer();
      await once(pod.listen(mapped, ip), "listening");
      await new Promise((resolve) => pod.close(resolve));
    } finally {
      await new Promise((resolve) => program.close(resolve));
    }
  },
);

test.runIf(process.platform === "linux")("an address that is free at all ports has them as they are", async () => {
  await using addresses = await LoopbackAddresses.open(Math.random);
  const port = await freePort("0.0.0.0");
  const one = await addresses.allocate([port]);
  const two = await addresses.allocate([port]);
  expect(one.ports.size + two.ports.size).toBe(0);
  expect(one.ip).not.toBe(two.ip);
});
