import { startEnvironment } from "@kubewright/testing";
import { afterAll, test } from "vitest";
import { Order } from "../../src/api/shop/v1beta1/order.ts";
import { setupShopOrderController } from "../../src/controller/shop/order-controller.ts";

// An API server, the built-in controllers and a simulated node, in this process.
const crds = [new URL("../../config/crd/bases", import.meta.url)];
const environment = await startEnvironment({ crds });
await environment.startManager(setupShopOrderController);
afterAll(() => environment.close());

test("an Order is reconciled", async () => {
  const { client, eventually } = await environment.namespace();
  const object = Order.of({ metadata: { name: "sample" }, spec: { foo: "bar" } });
  await client.create(object);
  await eventually(Order, "sample", {
    status: { conditions: [{ type: "Available", status: "True", observedGeneration: 1 }] },
  });

  await client.patch(Order, "sample", { merge: { spec: { foo: "changed" } } });
  await eventually(Order, "sample", {
    status: { conditions: [{ type: "Available", status: "True", observedGeneration: 2 }] },
  });
});
