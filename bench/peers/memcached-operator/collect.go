package main

import (
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
)

// collectWhenTold collects garbage on SIGUSR2, gives memory back to the system, and says how
// many bytes are still held.
func collectWhenTold() {
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGUSR2)
	go func() {
		for range told {
			debug.FreeOSMemory()
			var stats runtime.MemStats
			runtime.ReadMemStats(&stats)
			fmt.Fprintln(os.Stderr, "collected", stats.HeapAlloc)
		}
	}()
}
