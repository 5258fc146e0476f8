// Records what the reference says of schemas and of values with schemas. See README.md.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

const serverVectors = "../../packages/apiserver/test/vectors/"
const apiVectors = "../../packages/api/test/vectors/schema-"

// Paths are followed by the server only.
func folderOf(name string) string {
	if name == "json-paths" {
		return serverVectors
	}
	return apiVectors
}

var areas = map[string]func() map[string]any{}

func area(name string, build func() map[string]any) { areas[name] = build }

func main() {
	for name, build := range areas {
		if len(os.Args) == 1 || slices.Contains(os.Args[1:], name) {
			write(folderOf(name)+name, build())
		}
	}
	if len(os.Args) == 1 || slices.Contains(os.Args[1:], "tables") {
		recordTables()
	}
}

// write prints tables with one row a line.
func write(file string, tables map[string]any) {
	var out bytes.Buffer
	out.WriteString("{")
	keys := []string{}
	for key := range tables {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for i, key := range keys {
		if i > 0 {
			out.WriteString(",")
		}
		fmt.Fprintf(&out, "\n%q: [", key)
		var rows []json.RawMessage
		check(json.Unmarshal(encode(tables[key]), &rows))
		for j, row := range rows {
			if j > 0 {
				out.WriteString(",")
			}
			out.WriteString("\n" + string(row))
		}
		out.WriteString("\n]")
	}
	out.WriteString("\n}\n")
	check(os.MkdirAll(filepath.Dir(file), 0o755))
	check(os.WriteFile(file+".json", out.Bytes(), 0o644))
}

func encode(value any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(value))
	return bytes.TrimSpace(out.Bytes())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
