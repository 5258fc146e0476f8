// Command vectors-markers records what controller-tools' own parser makes of markers.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"sigs.k8s.io/controller-tools/pkg/applyconfiguration"
	"sigs.k8s.io/controller-tools/pkg/crd"
	"sigs.k8s.io/controller-tools/pkg/deepcopy"
	"sigs.k8s.io/controller-tools/pkg/genall"
	"sigs.k8s.io/controller-tools/pkg/genall/help"
	"sigs.k8s.io/controller-tools/pkg/markers"
	"sigs.k8s.io/controller-tools/pkg/rbac"
	"sigs.k8s.io/controller-tools/pkg/webhook"
)

const outputFolder = "../../packages/codegen/test/vectors"

func main() {
	log.SetFlags(0)
	write("marker-values.json", "values", valueRows())
	write("markers.json", "markers", markerRows())
	write("marker-definitions.json", "definitions", definitionRows())
}

// write makes a file of one table, each row on its own line.
func write(file, table string, rows []any) {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  %q: [\n", table)
	for i, row := range rows {
		separator := ","
		if i == len(rows)-1 {
			separator = ""
		}
		fmt.Fprintf(&out, "    %s%s\n", encode(row), separator)
	}
	out.WriteString("  ]\n}\n")
	if err := os.WriteFile(filepath.Join(outputFolder, file), out.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
	fmt.Println("wrote", file)
}

func encode(value any) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		log.Fatal(err)
	}
	return string(bytes.TrimRight(out.Bytes(), "\n"))
}

// generators are those whose markers controller-gen lists.
var generators = []struct {
	name      string
	generator genall.Generator
}{
	{"crd", crd.Generator{}},
	{"rbac", rbac.Generator{}},
	{"object", deepcopy.Generator{}},
	{"webhook", webhook.Generator{}},
	{"applyconfiguration", applyconfiguration.Generator{}},
}

func registry() *markers.Registry {
	all := &markers.Registry{}
	for _, entry := range generators {
		if err := entry.generator.RegisterMarkers(all); err != nil {
			log.Fatal(err)
		}
	}
	return all
}

// definitionRows is what `controller-gen GENERATOR -wwww` lists, without its sentences.
func definitionRows() []any {
	var rows []any
	seen := map[string]bool{}
	for _, entry := range generators {
		own := &markers.Registry{}
		if err := entry.generator.RegisterMarkers(own); err != nil {
			log.Fatal(err)
		}
		for _, category := range help.ByCategory(own, help.SortByCategory) {
			for _, marker := range category.Markers {
				key := marker.Name + " " + marker.Target
				if seen[key] {
					continue
				}
				seen[key] = true
				args := map[string]any{}
				for _, field := range marker.Fields {
					args[field.Name] = map[string]any{"type": field.TypeString(), "isOptional": field.Optional}
				}
				row := map[string]any{"generator": entry.name, "name": marker.Name, "target": marker.Target, "category": category.Category, "args": args}
				if marker.DeprecatedInFavorOf != nil {
					row["deprecatedInFavourOf"] = *marker.DeprecatedInFavorOf
				}
				rows = append(rows, row)
			}
		}
	}
	return rows
}
