// Command vectors-yaml records how the reference writes YAML.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"sigs.k8s.io/yaml"
)

const outputFile = "../../packages/codegen/test/vectors/yaml.json"

func main() {
	log.SetFlags(0)
	var out bytes.Buffer
	out.WriteString("{\n")
	// Each row: the string, and how it is written as a value, as an item of a list two levels in, and as a key.
	section(&out, "strings", stringRows(), ",")
	// Each row: the value, and the document.
	section(&out, "values", valueRows(), ",")
	// Each row: a package of recorded schemas, and the SHA-256 of the document with all of them.
	section(&out, "schemas", schemaRows(), "")
	out.WriteString("}\n")
	if err := os.WriteFile(outputFile, out.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
	fmt.Println("wrote", outputFile)
}

func section(out *bytes.Buffer, name string, rows [][]any, after string) {
	fmt.Fprintf(out, "  %q: [\n", name)
	for i, row := range rows {
		out.WriteString("    ")
		out.Write(compact(row))
		if i < len(rows)-1 {
			out.WriteString(",")
		}
		out.WriteString("\n")
	}
	fmt.Fprintf(out, "  ]%s\n", after)
}

func compact(value any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		log.Fatal(err)
	}
	return bytes.TrimSpace(out.Bytes())
}

// written gives the document, and false where the reference cannot write the value.
func written(value any) (string, bool) {
	text, err := yaml.Marshal(value)
	return string(text), err == nil
}

func stringRows() [][]any {
	var rows [][]any
	seen := map[string]bool{}
	for _, text := range append(chosenStrings(), randomStrings()...) {
		if seen[text] {
			continue
		}
		seen[text] = true
		value, ok1 := written(map[string]any{"field": text})
		item, ok2 := written(map[string]any{"a": map[string]any{"list": []any{text, "end"}}})
		key, ok3 := written(map[string]any{text: 1})
		if ok1 && ok2 && ok3 {
			rows = append(rows, []any{text, value, item, key})
		}
	}
	return rows
}

func valueRows() [][]any {
	var rows [][]any
	for _, text := range documents {
		var value any
		decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
		decoder.UseNumber()
		if err := decoder.Decode(&value); err != nil {
			log.Fatal(text, err)
		}
		document, ok := written(value)
		if !ok {
			log.Fatal(text)
		}
		for range 50 {
			// The order of keys is no order for some sets of keys, and chance decides.
			if again, _ := written(value); again != document {
				log.Fatal("not always the same: ", text)
			}
		}
		rows = append(rows, []any{text, document})
	}
	return rows
}
