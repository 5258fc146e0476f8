// Command record-kustomize records the rules that kustomize has built in: which fields it changes, which lists it merges by
// key and which kinds have no namespace.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/spec"
	// Only sources of its module are read.
	_ "sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/yaml"
)

const output = "../../packages/kubewright/src/kustomize/config/recorded-rules.ts"

const header = `// Recorded by tools/record-kustomize from kustomize's Go modules.

/** What kustomize has built in, as JSON: fields that it changes, lists that it merges by key, kinds without a namespace. */
export const recordedRules: string = String.raw` + "`%s`" + `;
`

// field is what is known of a field: the type of its value or items, and the keys by which its items are merged.
type field struct {
	Type string   `json:"type,omitempty"`
	Keys []string `json:"keys,omitempty"`
}

func main() {
	log.SetFlags(0)
	types, kinds, clusterKinds := mergeTypes()
	text, err := json.Marshal(map[string]any{
		"fields":       builtinFields(),
		"types":        types,
		"kinds":        kinds,
		"clusterKinds": clusterKinds,
	})
	check(err)
	if strings.ContainsAny(string(text), "`$") {
		log.Fatal("the rules have characters that need quoting")
	}
	check(os.MkdirAll(filepath.Dir(output), 0o755))
	check(os.WriteFile(output, fmt.Appendf(nil, header, text), 0o644))
}

// builtinFields reads the texts of sigs.k8s.io/kustomize/api/internal/konfig/builtinpluginconsts, which cannot be imported.
func builtinFields() map[string]any {
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "sigs.k8s.io/kustomize/api").Output()
	check(err)
	path := filepath.Join(strings.TrimSpace(string(folder)), "internal/konfig/builtinpluginconsts")
	packages, err := parser.ParseDir(token.NewFileSet(), path, nil, 0)
	check(err)
	constants := map[string]ast.Expr{}
	for _, file := range packages["builtinpluginconsts"].Files {
		for _, declaration := range file.Decls {
			general, isGeneral := declaration.(*ast.GenDecl)
			if !isGeneral || general.Tok != token.CONST {
				continue
			}
			for _, one := range general.Specs {
				constants[one.(*ast.ValueSpec).Names[0].Name] = one.(*ast.ValueSpec).Values[0]
			}
		}
	}
	fields := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(constants)) {
		var part any
		check(yaml.Unmarshal([]byte(textOf(constants[name], constants)), &part))
		if members, isObject := part.(map[string]any); isObject {
			maps.Copy(fields, members)
		}
	}
	return fields
}

func textOf(expression ast.Expr, constants map[string]ast.Expr) string {
	switch value := expression.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(value.Value)
		check(err)
		return text
	case *ast.BinaryExpr:
		return textOf(value.X, constants) + textOf(value.Y, constants)
	case *ast.Ident:
		return textOf(constants[value.Name], constants)
	}
	log.Fatalf("a constant is no text: %T", expression)
	return ""
}

func mergeTypes() (map[string]map[string]field, map[string]string, []string) {
	definitions := openapi.Schema().Definitions
	all := map[string]map[string]field{}
	kinds := map[string]string{}
	var clusterKinds []string
	for name, definition := range definitions {
		all[shortName(name)] = fieldsOf(definition)
		for _, kind := range kindsOf(definition) {
			kinds[kind.APIVersion+" "+kind.Kind] = shortName(name)
			if openapi.IsCertainlyClusterScoped(kind) {
				clusterKinds = append(clusterKinds, kind.APIVersion+" "+kind.Kind)
			}
		}
	}
	slices.Sort(clusterKinds)
	return pruned(all), kinds, clusterKinds
}

func fieldsOf(definition spec.Schema) map[string]field {
	fields := map[string]field{}
	for name, property := range definition.Properties {
		one := field{}
		schema := openapi.ResourceSchema{Schema: &property}
		target := property
		if len(property.Type) == 1 && property.Type[0] == "array" {
			strategy, keys := schema.PatchStrategyAndKeyList()
			if !slices.Contains(strings.Split(strategy, ","), "merge") {
				continue
			}
			one.Keys = keys
			if len(keys) == 0 {
				one.Keys = []string{""}
			}
			target = *property.Items.Schema
		} else if property.AdditionalProperties != nil && property.AdditionalProperties.Schema != nil {
			// No map of objects leads to a list that is merged.
			continue
		}
		if reference := target.Ref.String(); reference != "" {
			one.Type = shortName(strings.TrimPrefix(reference, "#/definitions/"))
		}
		if one.Type != "" || one.Keys != nil {
			fields[name] = one
		}
	}
	return fields
}

// pruned leaves out what leads to no list that is merged.
func pruned(all map[string]map[string]field) map[string]map[string]field {
	useful := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for name, fields := range all {
			for _, one := range fields {
				if !useful[name] && (one.Keys != nil || useful[one.Type]) {
					useful[name] = true
					changed = true
				}
			}
		}
	}
	kept := map[string]map[string]field{}
	for name, fields := range all {
		if !useful[name] {
			continue
		}
		kept[name] = map[string]field{}
		for key, one := range fields {
			if !useful[one.Type] {
				one.Type = ""
			}
			if one.Type != "" || one.Keys != nil {
				kept[name][key] = one
			}
		}
	}
	return kept
}

func kindsOf(definition spec.Schema) []kyaml.TypeMeta {
	var kinds []kyaml.TypeMeta
	extension, _ := definition.Extensions["x-kubernetes-group-version-kind"].([]any)
	for _, one := range extension {
		members := one.(map[string]any)
		version := members["version"].(string)
		if group, _ := members["group"].(string); group != "" {
			version = group + "/" + version
		}
		kinds = append(kinds, kyaml.TypeMeta{APIVersion: version, Kind: members["kind"].(string)})
	}
	return kinds
}

func shortName(name string) string {
	name = strings.TrimPrefix(name, "io.k8s.")
	name = strings.TrimPrefix(name, "api.")
	return strings.TrimPrefix(name, "apimachinery.pkg.apis.")
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
