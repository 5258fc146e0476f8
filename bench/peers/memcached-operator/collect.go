package main

import (
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

// collectWhenTold collects garbage on SIGUSR2, gives memory back to the system, and says so.
func collectWhenTold() {
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGUSR2)
	go func() {
		for range told {
			debug.FreeOSMemory()
			fmt.Fprintln(os.Stderr, "collected")
		}
	}()
}
