import { Manager, runOperator } from "@kubewright/operator";
import { cachedKinds, setupMemcachedController } from "./controller/memcached-controller.ts";

// +kubebuilder:scaffold:imports

await runOperator({
  // The Lease by which --leader-elect has one of several replicas work.
  leaderElectionId: "memcached-operator.example.com",
  // For flags that are not given; --help shows all of them.
  defaults: {
    "health-probe-bind-address": ":8081",
    // Nowhere. In the cluster: config/default/manager_metrics_patch.yaml.
    "metrics-bind-address": "0",
    // HTTPS, for those who have the role of config/rbac/metrics_reader_role.yaml.
    "metrics-secure": true,
  },
  async create({ options }) {
    const manager = await Manager.create({ ...options, cache: { ...options.cache, byKind: cachedKinds } });

    setupMemcachedController(manager);
    // +kubebuilder:scaffold:builder
    return manager;
  },
});
