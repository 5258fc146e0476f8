// Writes what only Go programs can know about the reference: types to ../recorded, vectors to the tests of the package.
package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
)

var (
	recorded = filepath.Join("..", "recorded")
	vectors  = filepath.Join("..", "..", "..", "packages", "apiserver", "test", "vectors")
)

func main() {
	types := collectTypes()
	write(recorded, "go-types.json", object("kinds", types.Kinds, "structs", types.Structs))
	write(recorded, "stubs.json", object("stubs", stubs(), "", []any(nil)))

	decoder := newDecoder()
	var cases []any
	for _, c := range decodeCases() {
		cases = append(cases, []any{c.gvk.Group, c.gvk.Version, c.gvk.Kind, c.format, c.body, decoder.decode(c.gvk, c.format, c.body)})
	}
	write(vectors, "decode.json", object("cases", cases, "yaml", yamlCases()))
	var restored []any
	for _, c := range decodeCases() {
		if result, ok := decoder.restore(c.gvk, c.body); ok && c.format == "json" {
			restored = append(restored, []any{c.gvk.Group, c.gvk.Version, c.gvk.Kind, c.body, result})
		}
	}
	write(vectors, "restore.json", object("cases", restored, "", []any(nil)))
	full := fullObjects(decoder.scheme)
	write(vectors, "decode-mutants.jsonl.gz", zipped(decoder.mutants(full)))
	var objects []any
	for _, gvk := range sortedKinds(full) {
		objects = append(objects, []any{gvk.Group, gvk.Version, gvk.Kind, full[gvk]})
	}
	write(vectors, "full-objects.jsonl.gz", zipped(objects))
}

// object gives a text of tables whose rows are one line each.
func object[A, B any](firstName string, first []A, secondName string, second []B) []byte {
	var text bytes.Buffer
	text.WriteString("{\"" + firstName + "\":[\n")
	writeRows(&text, first)
	if secondName != "" {
		text.WriteString("],\"" + secondName + "\":[\n")
		writeRows(&text, second)
	}
	text.WriteString("]}\n")
	return text.Bytes()
}

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

func write(folder, name string, content []byte) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		panic(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
		panic(err)
	}
}
