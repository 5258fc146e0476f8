import { env } from "node:process";
import { parseArgs } from "node:util";
import { Manager } from "@kubewright/operator";
import { setupBackupController } from "./controller/backup-controller.ts";
import { setupMemcachedController } from "./controller/memcached-controller.ts";
import { setupShopOrderController } from "./controller/shop/order-controller.ts";

// +kubebuilder:scaffold:imports

const { values: flags } = parseArgs({
  options: {
    kubeconfig: { type: "string" },
    namespace: { type: "string", default: env.WATCH_NAMESPACE ?? "" },
    "health-probe-bind-address": { type: "string", default: ":8081" },
    "metrics-bind-address": { type: "string", default: "0" },
    "metrics-secure": { type: "string", default: "true" },
    "metrics-cert-path": { type: "string" },
    "leader-elect": { type: "boolean", default: false },
  },
});

const manager = await Manager.create({
  // Without the flag: the cluster that kubectl would use, or the one this runs in.
  connection: flags.kubeconfig === undefined ? {} : { kubeconfig: flags.kubeconfig },
  // One namespace, several with commas between them, or all.
  cache: flags.namespace === "" ? {} : { namespaces: flags.namespace.split(",") },
  health: { bindAddress: flags["health-probe-bind-address"] },
  metrics: {
    bindAddress: flags["metrics-bind-address"],
    // HTTPS, for those who have the role of config/rbac/metrics_reader_role.yaml.
    secure: flags["metrics-secure"] !== "false",
    // Where tls.crt and tls.key are. Without it, the manager makes its own.
    certificateFolder: flags["metrics-cert-path"],
  },
  leaderElection: flags["leader-elect"] && { id: "memcached-operator.example.com" },
});

setupMemcachedController(manager);
setupBackupController(manager);
setupShopOrderController(manager);
// +kubebuilder:scaffold:builder

// What made it end has been logged.
await manager.start().catch(() => {
  process.exitCode = 1;
});
