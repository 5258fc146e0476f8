package main

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
)

// sequence is what was done with one queue, and what came of it.
type sequence struct {
	Steps []step `json:"steps"`
	// In seconds, in the order of observation.
	Waited []float64 `json:"waited"`
	Worked []float64 `json:"worked"`
	Adds   int       `json:"adds"`
	// Adds with a delay.
	Retries int `json:"retries"`
}

// step is one call, and how the queue was when all had settled.
type step struct {
	Call string `json:"call"`
	Item string `json:"item,omitempty"`
	// Of an add.
	Priority    int  `json:"priority,omitempty"`
	AfterMs     int  `json:"afterMs,omitempty"`
	RateLimited bool `json:"rateLimited,omitempty"`
	// Of the passing of time.
	Ms int `json:"ms,omitempty"`
	// What workers got, in order.
	Taken  []taken `json:"taken,omitempty"`
	Length int     `json:"length"`
	// Of the item, where the call names one.
	NumRequeues int `json:"requeues,omitempty"`
}

type taken struct {
	Item     string `json:"item"`
	Priority int    `json:"priority"`
}

const stepsEach = 120

var (
	items      = []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	priorities = []int{-100, 0, 0, 0, 10, 20}
	delays     = []int{0, 0, 0, 1, 5, 10, 20, 50}
)

// record runs one sequence. In the bubble of synctest time passes only when all wait for it.
func record(t *testing.T, seed uint64) sequence {
	var result sequence
	synctest.Test(t, func(t *testing.T) {
		random := rand.New(rand.NewPCG(seed, 1))
		metrics := &counts{}
		queue := priorityqueue.New("queue", func(o *priorityqueue.Opts[string]) { o.MetricProvider = metrics })
		got := make(chan taken, 100)
		// Of several that wait, it is not told which one gets an item first.
		isWaiting := false
		var working []string
		for range stepsEach {
			step := choose(random, working)
			switch step.Call {
			case "add":
				queue.AddWithOpts(priorityqueue.AddOpts{
					After:       time.Duration(step.AfterMs) * time.Millisecond,
					RateLimited: step.RateLimited,
					Priority:    &step.Priority,
				}, step.Item)
			case "take":
				if isWaiting {
					continue
				}
				isWaiting = true
				go func() {
					if item, priority, shutdown := queue.GetWithPriority(); !shutdown {
						got <- taken{item, priority}
					}
				}()
			case "done":
				working = without(working, step.Item)
				queue.Done(step.Item)
			case "forget":
				queue.Forget(step.Item)
			case "pass":
				time.Sleep(time.Duration(step.Ms) * time.Millisecond)
			}
			synctest.Wait()
			for len(got) > 0 {
				one := <-got
				step.Taken = append(step.Taken, one)
				working = append(working, one.Item)
				isWaiting = false
			}
			step.Length = queue.Len()
			if step.Item != "" {
				step.NumRequeues = queue.NumRequeues(step.Item)
			}
			result.Steps = append(result.Steps, step)
		}
		result.Waited, result.Worked = metrics.waited.seen, metrics.worked.seen
		result.Adds, result.Retries = metrics.adds.count, metrics.retries.count
		queue.ShutDown()
	})
	return result
}

func choose(random *rand.Rand, working []string) step {
	item := items[random.IntN(len(items))]
	switch chance := random.IntN(100); {
	case chance < 45:
		return step{
			Call:        "add",
			Item:        item,
			Priority:    priorities[random.IntN(len(priorities))],
			AfterMs:     delays[random.IntN(len(delays))],
			RateLimited: random.IntN(6) == 0,
		}
	case chance < 65:
		return step{Call: "take"}
	case chance < 85 && len(working) > 0:
		return step{Call: "done", Item: working[random.IntN(len(working))]}
	case chance < 88:
		return step{Call: "forget", Item: item}
	default:
		return step{Call: "pass", Ms: 1 + random.IntN(15)}
	}
}

func without(items []string, gone string) []string {
	var kept []string
	for _, item := range items {
		if item != gone {
			kept = append(kept, item)
		}
	}
	return kept
}
