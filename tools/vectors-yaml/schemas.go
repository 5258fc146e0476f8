package main

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

const schemaFolder = "../../packages/codegen/data/schema"

// schemaRows writes the recorded schemas of each package, with the documentation of all of Kubernetes' types.
func schemaRows() [][]any {
	files, err := filepath.Glob(filepath.Join(schemaFolder, "*.txt.gz"))
	if err != nil {
		log.Fatal(err)
	}
	sort.Strings(files)
	rows := [][]any{}
	for _, file := range files {
		document, ok := written(read(file))
		if !ok {
			log.Fatal(file)
		}
		sum := sha256.Sum256([]byte(document))
		rows = append(rows, []any{strings.TrimSuffix(filepath.Base(file), ".txt.gz"), hex.EncodeToString(sum[:])})
	}
	return rows
}

// read gives the schemas of a package by their types' names.
func read(file string) any {
	in, err := os.Open(file)
	if err != nil {
		log.Fatal(err)
	}
	defer in.Close()
	plain, err := gzip.NewReader(in)
	if err != nil {
		log.Fatal(err)
	}
	text, err := io.ReadAll(plain)
	if err != nil {
		log.Fatal(err)
	}
	types := map[string]any{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		name, schema, _ := strings.Cut(line, " ")
		var value any
		if err := json.Unmarshal([]byte(schema), &value); err != nil {
			log.Fatal(err)
		}
		types[name] = value
	}
	return types
}
