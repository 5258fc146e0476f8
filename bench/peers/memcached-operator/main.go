// A Memcached operator that does what the deploy-image sample of the Operator SDK does. It has nothing to do with the protocols of the
// other peers: it runs as an operator runs, until it is told to end.
package main

import (
	"flag"
	"os"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

func main() {
	metricsAddress := flag.String("metrics-bind-address", "0", "where metrics are served")
	probeAddress := flag.String("health-probe-bind-address", "0", "where health is served")
	concurrency := flag.Int("max-concurrent-reconciles", 1, "how many objects are reconciled at once")
	companions := flag.Bool("companions", false, "make two Services, a PodDisruptionBudget and events of each Memcached, too")
	flag.Parse()
	collectWhenTold()
	ctrl.SetLogger(zap.New())
	if err := run(*metricsAddress, *probeAddress, *concurrency, *companions); err != nil {
		ctrl.Log.Error(err, "the operator ended")
		os.Exit(1)
	}
}

func run(metricsAddress, probeAddress string, concurrency int, companions bool) error {
	// By the flag --kubeconfig, which comes with controller-runtime.
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:                 newScheme(),
		Metrics:                metricsserver.Options{BindAddress: metricsAddress},
		HealthProbeBindAddress: probeAddress,
	})
	if err != nil {
		return err
	}
	r := &reconciler{
		client:   manager.GetClient(),
		scheme:   manager.GetScheme(),
		recorder: manager.GetEventRecorder("memcached-controller"),

		hasCompanions: companions,
	}
	if err := r.setup(manager, concurrency); err != nil {
		return err
	}
	if err := manager.AddHealthzCheck("healthz", healthz.Ping); err != nil {
		return err
	}
	if err := manager.AddReadyzCheck("readyz", healthz.Ping); err != nil {
		return err
	}
	return manager.Start(ctrl.SetupSignalHandler())
}
