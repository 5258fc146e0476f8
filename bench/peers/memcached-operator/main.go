// A Memcached operator that does what the deploy-image sample of the Operator SDK does or, with --companions, makes the same of each
// Memcached as operators/memcached. It has nothing to do with the protocols of the other peers: it runs as an operator runs, until it is
// told to end.
package main

import (
	"flag"
	"os"

	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

func main() {
	metricsAddress := flag.String("metrics-bind-address", "0", "where metrics are served")
	probeAddress := flag.String("health-probe-bind-address", "0", "where health is served")
	concurrency := flag.Int("max-concurrent-reconciles", 1, "how many objects are reconciled at once")
	companions := flag.Bool("companions", false, "make the same objects, status and events of each Memcached as operators/memcached")
	apply := flag.Bool("apply", false, "have the server apply these objects, as operators/memcached does, rather than create and update them")
	flag.Parse()
	collectWhenTold()
	ctrl.SetLogger(zap.New())
	if err := run(*metricsAddress, *probeAddress, *concurrency, *companions, *apply); err != nil {
		ctrl.Log.Error(err, "the operator ended")
		os.Exit(1)
	}
}

func run(metricsAddress, probeAddress string, concurrency int, companions, apply bool) error {
	// By the flag --kubeconfig, which comes with controller-runtime.
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	options := ctrl.Options{
		Scheme:                 newScheme(),
		Cache:                  cacheOptions,
		Metrics:                metricsserver.Options{BindAddress: metricsAddress},
		HealthProbeBindAddress: probeAddress,
	}
	if companions {
		// Experimental, and off by default: without it, what was just made is made and told of again.
		options.Client.Cache = &client.CacheOptions{EnableReadYourWritesConsistency: ptr.To(true)}
	}
	manager, err := ctrl.NewManager(config, options)
	if err != nil {
		return err
	}
	if err := setup(manager, concurrency, companions, apply); err != nil {
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

func setup(manager ctrl.Manager, concurrency int, companions, apply bool) error {
	recorder := manager.GetEventRecorder("memcached-controller")
	if companions {
		r := &fullReconciler{client: manager.GetClient(), recorder: recorder, isApplying: apply}
		return r.setup(manager, concurrency)
	}
	r := &sampleReconciler{client: manager.GetClient(), scheme: manager.GetScheme(), recorder: recorder}
	return r.setup(manager, concurrency)
}
