// Command vectors-patch records what the reference implementation makes of patches, in its own tests and for our inputs.
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

var areas = map[string]func() map[string]any{
	"strategic-merge-patches": strategicMergePatches,
	"json-patch-library":      jsonPatchLibrary,
}

func main() {
	log.SetFlags(0)
	for name, build := range areas {
		if len(os.Args) > 1 && !slices.Contains(os.Args[1:], name) {
			continue
		}
		must(os.WriteFile(filepath.Join(outputFolder, name+".json"), encode(build()), 0o644))
		fmt.Println("wrote", name+".json")
	}
}

// encode writes the members of an object, sorted, each array element or member of a member on its own line.
func encode(members map[string]any) []byte {
	var out bytes.Buffer
	out.WriteString("{\n")
	for i, name := range sortedKeys(members) {
		fmt.Fprintf(&out, "  %s: ", compact(name))
		var rows []json.RawMessage
		var table map[string]json.RawMessage
		text := compact(members[name])
		if json.Unmarshal(text, &rows) == nil {
			out.WriteString("[\n")
			for j, row := range rows {
				fmt.Fprintf(&out, "    %s%s", row, separator(j, len(rows)))
			}
			out.WriteString("  ]")
		} else {
			must(json.Unmarshal(text, &table))
			out.WriteString("{\n")
			for j, key := range sortedKeys(table) {
				fmt.Fprintf(&out, "    %s: %s%s", compact(key), table[key], separator(j, len(table)))
			}
			out.WriteString("  }")
		}
		out.WriteString(separator(i, len(members)))
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

func sortedKeys[V any](table map[string]V) []string {
	keys := make([]string, 0, len(table))
	for key := range table {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
