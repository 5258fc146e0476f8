// Command vectors records what the reference implementation answers for our input tables.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"sort"
)

const outputFolder = "../../packages/api/test/vectors"

var areas = map[string]func() any{}

// area registers one output file, NAME.json.
func area(name string, build func() any) { areas[name] = build }

func main() {
	log.SetFlags(0)
	wanted := os.Args[1:]
	names := sortedKeys(areas)
	for _, name := range wanted {
		if !slices.Contains(names, name) {
			log.Fatalf("no area %q; there are %v", name, names)
		}
	}
	for _, name := range names {
		if len(wanted) > 0 && !slices.Contains(wanted, name) {
			continue
		}
		path := filepath.Join(outputFolder, name+".json")
		if err := os.WriteFile(path, encode(areas[name]()), 0o644); err != nil {
			log.Fatal(err)
		}
		fmt.Println("wrote", name+".json")
	}
}

// encode writes the top-level members of an object, sorted, each array element on its own line.
func encode(value any) []byte {
	var members map[string]json.RawMessage
	must(json.Unmarshal(compact(value), &members))
	names := sortedKeys(members)
	var out bytes.Buffer
	out.WriteString("{\n")
	for i, name := range names {
		out.WriteString("  ")
		out.Write(compact(name))
		out.WriteString(": ")
		var rows []json.RawMessage
		if json.Unmarshal(members[name], &rows) == nil {
			out.WriteString("[\n")
			for j, row := range rows {
				out.WriteString("    ")
				out.Write(row)
				out.WriteString(separator(j, len(rows)))
			}
			out.WriteString("  ]")
		} else {
			out.Write(members[name])
		}
		out.WriteString(separator(i, len(names)))
	}
	out.WriteString("}\n")
	return out.Bytes()
}

func separator(index, length int) string {
	if index+1 < length {
		return ",\n"
	}
	return "\n"
}

func compact(value any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	must(encoder.Encode(value))
	return bytes.TrimSpace(out.Bytes())
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// row is one line of a table. Members with the value nil are left out.
type row map[string]any

func (r row) MarshalJSON() ([]byte, error) {
	kept := map[string]any{}
	for name, value := range r {
		if value != nil {
			kept[name] = value
		}
	}
	return compact(kept), nil
}

func errorText(err error) any {
	if err == nil {
		return nil
	}
	return err.Error()
}

func sortedKeys[V any](table map[string]V) []string {
	keys := make([]string, 0, len(table))
	for key := range table {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
