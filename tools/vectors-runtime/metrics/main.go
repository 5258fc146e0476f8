// Records the metrics of a controller-runtime program: at the start of a controller, and after some reconciles.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/go-logr/logr"
	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

type family struct {
	Name   string   `json:"name"`
	Help   string   `json:"help"`
	Labels []string `json:"labels"`
	// Empty where there is no series that would tell.
	Type    string   `json:"type"`
	Buckets []string `json:"buckets,omitempty"`
}

// What a registry shows: labels of each series, and values that do not depend on time.
type sample struct {
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels"`
	Value  float64           `json:"value"`
}

type queue = workqueue.TypedRateLimitingInterface[reconcile.Request]

func main() {
	ctrl.SetLogger(logr.Discard())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()

	manager, err := ctrl.NewManager(&rest.Config{Host: "http://127.0.0.1:1"}, ctrl.Options{Metrics: server.Options{BindAddress: "0"}})
	check(err)
	done := make(chan string, 100)
	var items queue
	started := make(chan struct{})
	one, err := controller.New("one", manager, controller.Options{
		MaxConcurrentReconciles: 3,
		ReconciliationTimeout:   50 * time.Millisecond,
		Reconciler: reconcile.Func(func(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
			defer func() { done <- request.Name }()
			switch strings.TrimRight(request.Name, "0123456789") {
			case "error":
				return reconcile.Result{}, errors.New("no")
			case "terminal":
				return reconcile.Result{}, reconcile.TerminalError(errors.New("never"))
			case "after":
				return reconcile.Result{RequeueAfter: time.Hour}, nil
			case "panic":
				panic("oops")
			case "timeout":
				<-ctx.Done()
				return reconcile.Result{}, ctx.Err()
			}
			return reconcile.Result{}, nil
		}),
		RateLimiter: workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Hour, time.Hour),
	})
	check(err)
	check(one.Watch(source.Func(func(_ context.Context, q queue) error {
		items = q
		close(started)
		return nil
	})))
	go func() { check(manager.Start(ctx)) }()
	<-started
	time.Sleep(200 * time.Millisecond)
	result := map[string]any{"source": "sigs.k8s.io/controller-runtime v0.25.2", "atStart": samples()}

	names := []string{"ok", "ok2", "error", "terminal", "after", "panic", "timeout"}
	for _, name := range names {
		items.(priorityqueue.PriorityQueue[reconcile.Request]).AddWithOpts(priorityqueue.AddOpts{Priority: new(-100)},
			reconcile.Request{NamespacedName: types.NamespacedName{Namespace: "default", Name: name}})
	}
	for range names {
		<-done
	}
	metrics.RegisterRESTClientMetrics(metrics.MetricRequestLatency)
	requests(ctx)
	elect(ctx)
	// The queue updates its gauges twice a second.
	time.Sleep(time.Second)
	result["families"] = families()
	result["afterReconciles"] = samples()
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(result))
}

// One answer of each kind, and one request without an answer.
func requests(ctx context.Context) {
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if strings.HasSuffix(r.URL.Path, "/missing") {
			w.WriteHeader(404)
			fmt.Fprint(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","code":404}`)
			return
		}
		fmt.Fprint(w, `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"web","namespace":"default"}}`)
	}))
	defer api.Close()
	pods := kubernetes.NewForConfigOrDie(&rest.Config{Host: api.URL}).CoreV1().Pods("default")
	pods.Get(ctx, "web", metav1.GetOptions{})
	pods.Get(ctx, "missing", metav1.GetOptions{})
	pods.Delete(ctx, "web", metav1.DeleteOptions{})
	pods.Patch(ctx, "web", types.MergePatchType, []byte("{}"), metav1.PatchOptions{})
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	pods.Get(cancelled, "web", metav1.GetOptions{})
	nowhere := kubernetes.NewForConfigOrDie(&rest.Config{Host: "http://127.0.0.1:1"}).CoreV1().Pods("default")
	nowhere.Get(ctx, "web", metav1.GetOptions{})
}

func elect(ctx context.Context) {
	leading := make(chan struct{})
	elector, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: &lock{}, Name: "lease", LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{OnStartedLeading: func(context.Context) { close(leading) }, OnStoppedLeading: func() {}},
	})
	check(err)
	go elector.Run(ctx)
	<-leading
}

type lock struct {
	record *resourcelock.LeaderElectionRecord
}

func (l *lock) Get(context.Context) (*resourcelock.LeaderElectionRecord, []byte, error) {
	if l.record == nil {
		l.record = &resourcelock.LeaderElectionRecord{}
	}
	raw, err := json.Marshal(l.record)
	return l.record, raw, err
}
func (l *lock) Create(_ context.Context, record resourcelock.LeaderElectionRecord) error {
	l.record = &record
	return nil
}
func (l *lock) Update(_ context.Context, record resourcelock.LeaderElectionRecord) error {
	l.record = &record
	return nil
}
func (l *lock) RecordEvent(string) {}
func (l *lock) Identity() string   { return "me" }
func (l *lock) Describe() string   { return "lock" }

// Of the host, of Go, and of webhooks: not compared.
func isOther(name string) bool {
	return regexp.MustCompile(`^(go_|process_|certwatcher_|controller_runtime_(conversion_)?webhook_)`).MatchString(name)
}

var description = regexp.MustCompile(`^Desc\{fqName: "([^"]*)", help: ("(?:[^"\\]|\\.)*"), unit: "", constLabels: \{\}, variableLabels: \{([^}]*)\}\}$`)

func families() []family {
	descriptions := make(chan *prometheus.Desc)
	go func() {
		metrics.Registry.(prometheus.Collector).Describe(descriptions)
		close(descriptions)
	}()
	byName := map[string]*family{}
	for each := range descriptions {
		match := description.FindStringSubmatch(each.String())
		if match == nil || isOther(match[1]) {
			continue
		}
		help, err := strconv.Unquote(match[2])
		check(err)
		byName[match[1]] = &family{Name: match[1], Help: help, Labels: strings.Split(match[3], ",")}
	}
	for _, each := range gathered() {
		known := byName[each.GetName()]
		known.Type = strings.ToLower(each.GetType().String())
		if known.Type == "histogram" {
			for _, bucket := range each.Metric[0].GetHistogram().Bucket {
				known.Buckets = append(known.Buckets, strconv.FormatFloat(bucket.GetUpperBound(), 'g', -1, 64))
			}
		}
	}
	var all []family
	for _, each := range byName {
		all = append(all, *each)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all
}

func gathered() []*dto.MetricFamily {
	all, err := metrics.Registry.Gather()
	check(err)
	var own []*dto.MetricFamily
	for _, each := range all {
		if !isOther(each.GetName()) {
			own = append(own, each)
		}
	}
	return own
}

func samples() []sample {
	var all []sample
	for _, each := range gathered() {
		for _, metric := range each.Metric {
			labels := map[string]string{}
			for _, label := range metric.Label {
				labels[label.GetName()] = label.GetValue()
			}
			if host := labels["host"]; host != "" && host != "127.0.0.1:1" {
				labels["host"] = "server"
			}
			name, value := each.GetName(), 0.0
			switch each.GetType() {
			case dto.MetricType_COUNTER:
				value = metric.GetCounter().GetValue()
			case dto.MetricType_GAUGE:
				value = metric.GetGauge().GetValue()
			case dto.MetricType_HISTOGRAM:
				name, value = name+"_count", float64(metric.GetHistogram().GetSampleCount())
			}
			all = append(all, sample{name, labels, value})
		}
	}
	return all
}

func check(err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		panic(err)
	}
}
