import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ManualClock } from "@kubewright/api";
import { type Connection, type Host, inClusterConnection, isInCluster } from "@kubewright/client";
import { createAuthority } from "@kubewright/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const authority = createAuthority();

let serviceAccountDirectory: string;
beforeEach(async () => {
  serviceAccountDirectory = await mkdtemp(join(tmpdir(), "service-account-"));
  await put("token", "first\n");
  await put("ca.crt", authority.certificate);
  await put("namespace", "mine\n");
});
afterEach(async () => {
  await rm(serviceAccountDirectory, { recursive: true });
});

async function put(name: string, content: string): Promise<void> {
  await writeFile(join(serviceAccountDirectory, name), content);
}

function hostWith(env: Host["env"] = {}): Host & { clock: ManualClock } {
  return {
    clock: new ManualClock(),
    env: { KUBERNETES_SERVICE_HOST: "10.96.0.1", KUBERNETES_SERVICE_PORT: "443", ...env },
    homeDirectory: "/nowhere",
  };
}

async function authorizationOf(connection: Connection): Promise<unknown> {
  return (await connection.credential.present()).headers?.authorization;
}

describe("inClusterConnection", () => {
  test("is the service account at the cluster's own address", async () => {
    const connection = await inClusterConnection({ host: hostWith(), serviceAccountDirectory });
    expect(connection).toMatchObject({ server: "https://10.96.0.1:443", namespace: "mine" });
    expect(await authorizationOf(connection)).toBe("Bearer first");
    expect(await connection.certificateAuthority?.pem()).toBe(authority.certificate);
    expect(connection.credential.description).toBe(
      `the token in ${join(serviceAccountDirectory, "token")} (the service account's token)`,
    );
  });

  test.each([
    ["fd00::1", "https://[fd00::1]:443"],
    ["kubernetes.default.svc", "https://kubernetes.default.svc:443"],
  ])("KUBERNETES_SERVICE_HOST %s is %s", async (name, server) => {
    const host = hostWith({ KUBERNETES_SERVICE_HOST: name });
    expect((await inClusterConnection({ host, serviceAccountDirectory })).server).toBe(server);
  });

  test("a rotated token and authority are read after ten seconds", async () => {
    const host = hostWith();
    const connection = await inClusterConnection({ host, serviceAccountDirectory });
    const other = createAuthority().certificate;
    await put("token", "second");
    await put("ca.crt", other);
    expect(await authorizationOf(connection)).toBe("Bearer first");
    host.clock.advance(10_000);
    expect(await authorizationOf(connection)).toBe("Bearer second");
    expect(await connection.certificateAuthority?.pem()).toBe(other);
  });

  test("an authority that is half written leaves the last one in place", async () => {
    const host = hostWith();
    const connection = await inClusterConnection({ host, serviceAccountDirectory });
    await put("ca.crt", authority.certificate.slice(0, 100));
    host.clock.advance(10_000);
    expect(await connection.certificateAuthority?.pem()).toBe(authority.certificate);
  });

  test("the namespace is POD_NAMESPACE, else the service account's, else default", async () => {
    const namespaceOf = async (host: Host) => (await inClusterConnection({ host, serviceAccountDirectory })).namespace;
    expect(await namespaceOf(hostWith({ POD_NAMESPACE: "pod" }))).toBe("pod");
    await put("namespace", "\n");
    expect(await namespaceOf(hostWith())).toBe("default");
    await rm(join(serviceAccountDirectory, "namespace"));
    expect(await namespaceOf(hostWith())).toBe("default");
  });

  test("without an authority the ones that Node trusts count", async () => {
    await rm(join(serviceAccountDirectory, "ca.crt"));
    expect(await inClusterConnection({ host: hostWith(), serviceAccountDirectory })).not.toHaveProperty(
      "certificateAuthority",
    );
  });

  test("a broken authority is an error that names the file", async () => {
    await put("ca.crt", "x");
    await expect(inClusterConnection({ host: hostWith(), serviceAccountDirectory })).rejects.toMatchObject({
      code: "INVALID_CREDENTIAL",
      message: expect.stringContaining(join(serviceAccountDirectory, "ca.crt")),
    });
  });

  test("outside of a pod the error says what is missing", async () => {
    const outside = hostWith({ KUBERNETES_SERVICE_PORT: "" });
    await expect(inClusterConnection({ host: outside, serviceAccountDirectory })).rejects.toMatchObject({
      code: "NO_CONFIG",
      message: expect.stringContaining("KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not both set"),
    });
    await rm(join(serviceAccountDirectory, "token"));
    await expect(inClusterConnection({ host: hostWith(), serviceAccountDirectory })).rejects.toMatchObject({
      code: "INVALID_CREDENTIAL",
      message: expect.stringMatching(
        /service account's token: .*\/token does not exist; .*automountServiceAccountToken$/,
      ),
    });
  });
});

test("a process is in a cluster with the address and a token", async () => {
  expect(await isInCluster({ host: hostWith(), serviceAccountDirectory })).toBe(true);
  expect(await isInCluster({ host: hostWith({ KUBERNETES_SERVICE_HOST: "" }), serviceAccountDirectory })).toBe(false);
  await rm(join(serviceAccountDirectory, "token"));
  expect(await isInCluster({ host: hostWith(), serviceAccountDirectory })).toBe(false);
});
