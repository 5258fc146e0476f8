package main

import "k8s.io/client-go/util/workqueue"

// counts is a metrics provider that keeps what it is told.
type counts struct {
	adds, retries  counter
	waited, worked observations
}

type counter struct{ count int }

func (c *counter) Inc() { c.count++ }

type observations struct{ seen []float64 }

func (o *observations) Observe(value float64) { o.seen = append(o.seen, value) }

type ignored struct{}

func (ignored) Inc()        {}
func (ignored) Dec()        {}
func (ignored) Set(float64) {}

func (c *counts) NewDepthMetric(string) workqueue.GaugeMetric            { return ignored{} }
func (c *counts) NewAddsMetric(string) workqueue.CounterMetric           { return &c.adds }
func (c *counts) NewLatencyMetric(string) workqueue.HistogramMetric      { return &c.waited }
func (c *counts) NewWorkDurationMetric(string) workqueue.HistogramMetric { return &c.worked }
func (c *counts) NewRetriesMetric(string) workqueue.CounterMetric        { return &c.retries }
func (c *counts) NewUnfinishedWorkSecondsMetric(string) workqueue.SettableGaugeMetric {
	return ignored{}
}
func (c *counts) NewLongestRunningProcessorSecondsMetric(string) workqueue.SettableGaugeMetric {
	return ignored{}
}
