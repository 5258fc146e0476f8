// Copyright The Example Authors
// SPDX-License-Identifier: Apache-2.0

import { Manager, runOperator } from "@kubewright/operator";
import { setupMemcachedController } from "./controller/memcached-controller.ts";

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
  // Flags of your own, as "max-size": { type: "number", default: 5, description: "…" }. create gets their values, too.
  flags: {},
  async create({ options }) {
    // What no flag is for goes in here, as { ...options, controllers: { maxConcurrentReconciles: 2 } }.
    const manager = await Manager.create(options);

    setupMemcachedController(manager, { image: process.env.MEMCACHED_IMAGE });
    // +kubebuilder:scaffold:builder
    return manager;
  },
});
