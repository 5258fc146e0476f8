import { startEnvironment } from "@kubewright/testing";
import { afterAll, test } from "vitest";
import { Backup } from "../src/api/v1/backup.ts";
import { setupBackupController } from "../src/controller/backup-controller.ts";

// An API server, the built-in controllers and a simulated node, in this process.
const crds = [new URL("../config/crd/bases", import.meta.url)];
const environment = await startEnvironment({ crds });
await environment.startManager(setupBackupController);
afterAll(() => environment.close());

test("a Backup is reconciled", async () => {
  const client = environment.client();
  const { eventually } = environment;
  const object = Backup.of({ metadata: { name: "sample" }, spec: { foo: "bar" } });
  await client.create(object);
  await eventually(Backup, "sample", {
    status: { conditions: [{ type: "Available", status: "True", observedGeneration: 1 }] },
  });

  await client.patch(Backup, "sample", { merge: { spec: { foo: "changed" } } });
  await eventually(Backup, "sample", {
    status: { conditions: [{ type: "Available", status: "True", observedGeneration: 2 }] },
  });
});
