// Records what controller-runtime's priority queue does with random sequences of calls.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"testing"
)

const sequences = 40

const output = "../../packages/runtime/test/vectors/work-queue.json"

// Fake time is to be had only in tests, so each sequence is one, and the last writes the file.
func main() {
	recorded := make([]sequence, sequences)
	var tests []testing.InternalTest
	for seed := range recorded {
		tests = append(tests, testing.InternalTest{
			Name: fmt.Sprint("seed ", seed),
			F:    func(t *testing.T) { recorded[seed] = record(t, uint64(seed)) },
		})
	}
	tests = append(tests, testing.InternalTest{Name: "output", F: func(t *testing.T) {
		if err := os.WriteFile(output, encode(recorded), 0o644); err != nil {
			t.Fatal(err)
		}
	}})
	matchAll := func(string, string) (bool, error) { return true, nil }
	testing.Main(matchAll, tests, nil, nil)
}

// encode writes one sequence a line.
func encode(recorded []sequence) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"source\": %q,\n  \"sequences\": [\n", source())
	for i, sequence := range recorded {
		line, err := json.Marshal(sequence)
		if err != nil {
			panic(err)
		}
		out.WriteString("    ")
		out.Write(line)
		if i+1 < len(recorded) {
			out.WriteString(",")
		}
		out.WriteString("\n")
	}
	out.WriteString("  ]\n}\n")
	return out.Bytes()
}

func source() string {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == "sigs.k8s.io/controller-runtime" {
			return module.Path + " " + module.Version
		}
	}
	return ""
}
