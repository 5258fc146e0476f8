package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"
)

// memory is what the process holds after a collection, and the most it ever held.
type memory struct {
	RSSBytes     int64 `json:"rssBytes"`
	HeapBytes    int64 `json:"heapBytes"`
	PeakRSSBytes int64 `json:"peakRssBytes"`
}

func memoryAfterCollection() (memory, error) {
	debug.FreeOSMemory()
	resident, err := residentBytes()
	if err != nil {
		return memory{}, err
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return memory{}, err
	}
	return memory{RSSBytes: resident, HeapBytes: int64(stats.HeapAlloc), PeakRSSBytes: usage.Maxrss * 1024}, nil
}

func residentBytes() (int64, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	var total, resident int64
	if _, err := fmt.Sscan(string(text), &total, &resident); err != nil {
		return 0, err
	}
	return resident * int64(os.Getpagesize()), nil
}

// cpuMs is what this process has used so far, user and system, all threads.
func cpuMs() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e6
}

func milliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

func sinceSpawn(s spec) float64 { return float64(time.Now().UnixNano())/1e6 - s.SpawnedAtMs }
