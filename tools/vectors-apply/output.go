package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

const outputFolder = "../../packages/api/test/vectors"

// The kinds of rows in each file.
var files = map[string][]string{
	"apply-fields":  {"comparePaths", "element", "has", "less", "matches", "path", "sets", "setString", "wire"},
	"apply-typed":   {"compare", "extract", "fields", "merge", "named", "reconcile", "remove", "validate"},
	"apply-updater": {"apply", "update"},
	"apply-managed": {"cap", "conflict", "decode", "fromScale", "identifier", "managedApply", "managedUpdate", "sort", "toScale"},
}

// Rows that are longer are left out, except for a few objects as large as users have.
const maxBytes = 12_000

var largeRows = map[string]int{"managedApply": 2}

// Of tests that make up random sets only some rows are kept.
var maxRows = map[string]int{"wire": 80}

type row = map[string]json.RawMessage

func write(folder string) {
	types := row{}
	tables := map[string][]json.RawMessage{}
	seen := map[string]bool{}
	large := map[string]int{}
	for _, path := range must(filepath.Glob(filepath.Join(folder, "*.jsonl"))) {
		for _, line := range bytes.Split(bytes.TrimSpace(must(os.ReadFile(path))), []byte("\n")) {
			read(line, types, tables, seen, large)
		}
	}
	used := row{}
	for name, kinds := range files {
		file := map[string][]json.RawMessage{}
		for _, kind := range kinds {
			file[kind] = tables[kind]
			for _, text := range tables[kind] {
				collectTypes(text, types, used)
			}
			fmt.Println(name, kind, len(tables[kind]))
		}
		check(os.WriteFile(filepath.Join(outputFolder, name+".json"), encode(file), 0o644))
	}
	check(os.WriteFile(filepath.Join(outputFolder, "apply-types.json"), encodeObject(used), 0o644))
}

// read puts a line into its table, once.
func read(line []byte, types row, tables map[string][]json.RawMessage, seen map[string]bool, large map[string]int) {
	var fields row
	check(json.Unmarshal(line, &fields))
	var kind string
	check(json.Unmarshal(fields["kind"], &kind))
	test := fields["test"]
	delete(fields, "kind")
	delete(fields, "test")
	if kind == "type" {
		types[text(fields["id"])] = compact(map[string]json.RawMessage{"root": fields["root"], "types": fields["types"]})
		return
	}
	identity := kind + string(compact(withoutNow(fields)))
	if seen[identity] || (maxRows[kind] > 0 && len(tables[kind]) >= maxRows[kind]) {
		return
	}
	seen[identity] = true
	if kind == "wire" && len(line) > maxBytes/4 {
		return
	}
	if len(line) > maxBytes {
		if large[kind] >= largeRows[kind] || len(line) > 8*maxBytes {
			return
		}
		large[kind]++
	}
	if slices.Contains(files["apply-managed"], kind) {
		fields["test"] = test
	}
	tables[kind] = append(tables[kind], compact(fields))
}

func withoutNow(fields row) row {
	copied := maps.Clone(fields)
	delete(copied, "now")
	return copied
}

// collectTypes adds the types that a row names, also in its conversions.
func collectTypes(line json.RawMessage, types, used row) {
	var fields struct {
		Type        string
		Conversions []json.RawMessage
	}
	check(json.Unmarshal(line, &fields))
	if fields.Type != "" {
		used[fields.Type] = types[fields.Type]
	}
	for _, conversion := range fields.Conversions {
		collectTypes(conversion, types, used)
	}
}

// encode writes each array element on its own line.
func encode(file map[string][]json.RawMessage) []byte {
	members := row{}
	for name, rows := range file {
		var out bytes.Buffer
		out.WriteString("[\n")
		for i, text := range rows {
			out.WriteString("    ")
			out.Write(text)
			out.WriteString(separator(i, len(rows)))
		}
		out.WriteString("  ]")
		members[name] = out.Bytes()
	}
	return encodeObject(members)
}

// encodeObject writes each member on its own line, in order.
func encodeObject(members row) []byte {
	var out bytes.Buffer
	out.WriteString("{\n")
	for i, name := range slices.Sorted(maps.Keys(members)) {
		out.WriteString("  ")
		out.Write(compact(name))
		out.WriteString(": ")
		out.Write(members[name])
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

func compact(value any) json.RawMessage {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(value))
	return bytes.TrimSpace(out.Bytes())
}

func text(value json.RawMessage) string {
	var result string
	check(json.Unmarshal(value, &result))
	return result
}
