package value

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// Recorder state: how many recorded functions are on the stack, and where rows go.
var (
	recordLock  sync.Mutex
	recordDepth int
	recordFile  *os.File
)

// EnterRecorded marks the begin of a recorded call. The function it returns marks the end, and tells whether the call was the outermost one.
func EnterRecorded() func() bool {
	recordLock.Lock()
	defer recordLock.Unlock()
	recordDepth++
	return func() bool {
		recordLock.Lock()
		defer recordLock.Unlock()
		recordDepth--
		return recordDepth == 0
	}
}

// IsCalledByTest tells whether the caller of the caller is in a test file.
func IsCalledByTest() bool {
	_, file, _, ok := runtime.Caller(2)
	return ok && strings.HasSuffix(file, "_test.go")
}

// Record writes a row, with the name of the test function it was made by.
func Record(kind string, row map[string]any) {
	recordLock.Lock()
	defer recordLock.Unlock()
	if recordFile == nil {
		folder := os.Getenv("VECTORS_OUT")
		if folder == "" {
			return
		}
		file, err := os.Create(filepath.Join(folder, fmt.Sprintf("%s-%d.jsonl", filepath.Base(os.Args[0]), os.Getpid())))
		if err != nil {
			panic(err)
		}
		recordFile = file
	}
	row["kind"] = kind
	row["test"] = testName()
	line, err := json.Marshal(row)
	if err != nil {
		panic(fmt.Errorf("%s: %v", kind, err))
	}
	recordFile.Write(append(line, '\n'))
}

func testName() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	name := ""
	for {
		frame, more := frames.Next()
		if strings.HasSuffix(frame.File, "_test.go") {
			name = frame.Function[strings.LastIndex(frame.Function, "/")+1:]
		}
		if !more {
			return name
		}
	}
}

// RecordedJSON is a value as JSON, null for none.
func RecordedJSON(v Value) json.RawMessage {
	if v == nil {
		return json.RawMessage("null")
	}
	text, err := ToJSON(v)
	if err != nil {
		panic(err)
	}
	return text
}

// Less is recorded.
func Less(lhs, rhs Value) bool {
	result := lessUnrecorded(lhs, rhs)
	if IsCalledByTest() && isJSON(lhs) && isJSON(rhs) {
		Record("less", map[string]any{"a": RecordedJSON(lhs), "b": RecordedJSON(rhs), "less": result, "equal": Equals(lhs, rhs)})
	}
	return result
}

// isJSON is false for what the tests call an invalid value.
func isJSON(v Value) bool {
	return v.IsNull() || v.IsMap() || v.IsList() || v.IsString() || v.IsBool() || v.IsInt() || v.IsFloat()
}
