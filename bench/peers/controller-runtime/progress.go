package main

import (
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
)

// progress is what reconciles tell about themselves.
type progress struct {
	mutex      sync.Mutex
	wanted     int
	succeeded  map[types.NamespacedName]struct{}
	running    int
	reconciles int
	failures   int
	lastAt     time.Time
	firstBegun chan struct{}
	allDone    chan struct{}
	onBegin    func(types.NamespacedName)
}

// newProgress makes one whose allDone is closed when so many objects were reconciled without error.
func newProgress(wanted int) *progress {
	return &progress{
		wanted:     wanted,
		succeeded:  map[types.NamespacedName]struct{}{},
		firstBegun: make(chan struct{}),
		allDone:    make(chan struct{}),
		onBegin:    func(types.NamespacedName) {},
	}
}

func (p *progress) begin(key types.NamespacedName) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.reconciles == 0 {
		close(p.firstBegun)
	}
	p.reconciles++
	p.running++
	p.onBegin(key)
}

func (p *progress) end(key types.NamespacedName, err error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.running--
	p.lastAt = time.Now()
	if err != nil {
		p.failures++
		return
	}
	if _, known := p.succeeded[key]; known {
		return
	}
	p.succeeded[key] = struct{}{}
	if len(p.succeeded) == p.wanted {
		close(p.allDone)
	}
}

// waitQuiet returns when no reconcile ran for so long.
func (p *progress) waitQuiet(duration time.Duration) {
	for {
		p.mutex.Lock()
		isQuiet := p.running == 0 && time.Since(p.lastAt) >= duration
		p.mutex.Unlock()
		if isQuiet {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}
