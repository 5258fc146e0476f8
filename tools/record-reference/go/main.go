// Writes what only Go programs can know about the reference to ../recorded.
package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
)

func main() {
	types := collectTypes()
	var text bytes.Buffer
	text.WriteString("{\"kinds\":[\n")
	writeRows(&text, types.Kinds)
	text.WriteString("],\"structs\":[\n")
	writeRows(&text, types.Structs)
	text.WriteString("]}\n")
	write("go-types.json", text.Bytes())
}

// writeRows gives each item a line of its own.
func writeRows[T any](text *bytes.Buffer, rows []T) {
	for i, row := range rows {
		line, err := json.Marshal(row)
		if err != nil {
			panic(err)
		}
		text.Write(line)
		if i < len(rows)-1 {
			text.WriteByte(',')
		}
		text.WriteByte('\n')
	}
}

func write(name string, content []byte) {
	folder := filepath.Join("..", "recorded")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		panic(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
		panic(err)
	}
}
