// Command record-known-schemas records the schemas that controller-gen makes of Kubernetes' own types, references kept.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/types"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/controller-tools/pkg/crd"
	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
)

const (
	outputFolder = "../../packages/codegen/data/schema"
	objectMeta   = "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func main() {
	log.SetFlags(0)
	output, err := filepath.Abs(outputFolder)
	check(err)
	check(os.Chdir("types"))
	roots, err := loader.LoadRoots(".")
	check(err)
	schemas := schemasOf(roots, false)
	// What an object's metadata is with `generateEmbeddedObjectMeta`.
	schemas[objectMeta]["ObjectMeta+embedded"] = schemasOf(roots, true)[objectMeta]["ObjectMeta"]

	check(os.RemoveAll(output))
	check(os.MkdirAll(output, 0o755))
	for _, path := range slices.Sorted(maps.Keys(schemas)) {
		write(filepath.Join(output, strings.ReplaceAll(path, "/", "_")+".txt.gz"), schemas[path])
	}
}

func schemasOf(roots []*loader.Package, embeddedObjectMeta bool) map[string]map[string]apiextensionsv1.JSONSchemaProps {
	registry := &markers.Registry{}
	check(crdmarkers.Register(registry))
	parser := &crd.Parser{
		Collector:                  &markers.Collector{Registry: registry},
		Checker:                    &loader.TypeChecker{},
		AllowDangerousTypes:        true,
		GenerateEmbeddedObjectMeta: embeddedObjectMeta,
	}
	crd.AddKnownTypes(parser)
	for _, pkg := range roots[0].Imports() {
		parser.NeedPackage(pkg)
		pkg.NeedTypesInfo()
		for _, name := range pkg.Types.Scope().Names() {
			if hasSchema(pkg, parser, name) {
				parser.NeedSchemaFor(crd.TypeIdent{Package: pkg, Name: name})
			}
		}
	}
	result := map[string]map[string]apiextensionsv1.JSONSchemaProps{}
	for ident, schema := range parser.Schemata {
		path := ident.Package.PkgPath
		if result[path] == nil {
			result[path] = map[string]apiextensionsv1.JSONSchemaProps{}
		}
		crd.EditSchema(&schema, absoluteRefs{path})
		result[path][ident.Name] = schema
	}
	return result
}

// hasSchema leaves out what no field can be: functions, interfaces, types with methods' state.
func hasSchema(pkg *loader.Package, parser *crd.Parser, name string) bool {
	named, isType := pkg.Types.Scope().Lookup(name).(*types.TypeName)
	if !isType || !ast.IsExported(name) || parser.Types[crd.TypeIdent{Package: pkg, Name: name}] == nil {
		return false
	}
	switch under := named.Type().Underlying().(type) {
	case *types.Interface, *types.Signature, *types.Chan:
		return false
	case *types.Struct:
		for i := range under.NumFields() {
			if !strings.Contains(under.Tag(i), "json:") {
				return false
			}
		}
	}
	return true
}

// absoluteRefs replaces references by `package.Type`.
type absoluteRefs struct{ path string }

func (a absoluteRefs) Visit(schema *apiextensionsv1.JSONSchemaProps) crd.SchemaVisitor {
	if schema != nil && schema.Ref != nil && strings.HasPrefix(*schema.Ref, "#/") {
		name, path, err := crd.RefParts(*schema.Ref)
		check(err)
		if path == "" {
			path = a.path
		}
		absolute := path + "." + name
		schema.Ref = &absolute
	}
	return a
}

// write puts one type on a line, its name first, so that one can be read without the others.
func write(file string, named map[string]apiextensionsv1.JSONSchemaProps) {
	names := slices.Sorted(maps.Keys(named))
	var text bytes.Buffer
	for _, name := range names {
		schema := named[name]
		text.WriteString(name + " ")
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		check(encoder.Encode(&schema))
	}
	size := writePacked(file, text.Bytes())
	fmt.Printf("%-80s %4d types %8d bytes, packed %7d\n", filepath.Base(file), len(names), text.Len(), size)
}

func writePacked(file string, content []byte) int {
	var packed bytes.Buffer
	writer, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	check(err)
	_, err = writer.Write(content)
	check(err)
	check(writer.Close())
	check(os.WriteFile(file, packed.Bytes(), 0o644))
	return packed.Len()
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
