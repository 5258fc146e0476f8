package main

import (
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type queueResult struct {
	ItemsPerSecond float64 `json:"itemsPerSecond"`
}

// measureQueue adds so many items, then takes each and says that it is done, again and again.
func measureQueue(t task) (queueResult, error) {
	queue := priorityqueue.New[reconcile.Request]("bench")
	defer queue.ShutDown()
	requests := make([]reconcile.Request, t.Objects)
	for n := range requests {
		requests[n].NamespacedName = types.NamespacedName{Namespace: "default", Name: fmt.Sprintf("object-%05d", n)}
	}
	cycle := func() {
		for _, request := range requests {
			queue.Add(request)
		}
		for range requests {
			request, _, _ := queue.GetWithPriority()
			queue.Done(request)
		}
	}
	duration := time.Duration(t.DurationMs) * time.Millisecond
	for start := time.Now(); time.Since(start) < duration/4; {
		cycle()
	}
	start, items := time.Now(), 0
	for time.Since(start) < duration {
		cycle()
		items += len(requests)
	}
	return queueResult{ItemsPerSecond: float64(items) / time.Since(start).Seconds()}, nil
}
