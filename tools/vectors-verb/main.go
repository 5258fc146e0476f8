// Records what the reference's functions make of inputs that are listed here.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

var areas = map[string]func() []any{
	"deletion-grace":      grace,
	"deletion-finalizers": finalizers,
	"object-meta":         objectMeta,
}

func main() {
	names := os.Args[1:]
	if len(names) == 0 {
		for name := range areas {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		build, ok := areas[name]
		if !ok {
			fmt.Fprintln(os.Stderr, "no area", name)
			os.Exit(1)
		}
		write(name, build())
	}
}

func write(name string, rows []any) {
	var text bytes.Buffer
	text.WriteString("[\n")
	for index, row := range rows {
		line, err := json.Marshal(row)
		if err != nil {
			panic(err)
		}
		text.Write(line)
		if index < len(rows)-1 {
			text.WriteByte(',')
		}
		text.WriteByte('\n')
	}
	text.WriteString("]\n")
	path := filepath.Join("..", "..", "packages", "apiserver", "test", "vectors", name+".json")
	if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
		panic(err)
	}
	fmt.Println(name, len(rows))
}
