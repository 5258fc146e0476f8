// Records how the reference's internal types are laid out.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
	"unicode"
)

// group is a package of internal types, and the one of the version that is served.
type group struct {
	name     string
	internal string
	served   string
	roots    []string
}

var groups = []group{
	{"core", "core", "core/v1", []string{"Pod", "PodTemplateSpec", "PersistentVolumeClaim", "PersistentVolume", "PersistentVolumeSource", "Service", "ServiceAccount", "Secret", "ConfigMap", "Node", "ReplicationController", "Endpoints", "Event", "ResourceQuota"}},
	{"apps", "apps", "apps/v1", []string{"Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"}},
	{"batch", "batch", "batch/v1", []string{"Job", "CronJob"}},
	{"autoscaling", "autoscaling", "autoscaling/v2", []string{"HorizontalPodAutoscaler"}},
	{"rbac", "rbac", "rbac/v1", []string{"ClusterRole", "ClusterRoleBinding", "RoleBinding"}},
	{"policy", "policy", "policy/v1", []string{"PodDisruptionBudget"}},
	{"networking", "networking", "networking/v1", []string{"Ingress", "NetworkPolicy"}},
	{"storage", "storage", "storage/v1", []string{"StorageClass"}},
	{"coordination", "coordination", "coordination/v1", []string{"Lease"}},
	{"discovery", "discovery", "discovery/v1", []string{"EndpointSlice"}},
}

// member of a struct, as it is written: name, type (with a ? when it is left out if empty), and the name in the served version where that is not the
// name with a small first letter. Without a name: the members of the type count as those of the struct.
type member []string

type types map[string]ast.Expr

type recorder struct {
	packages map[string]types
	served   map[string]types
	structs  map[string][]member
}

func main() {
	kubernetes := moduleFolder("k8s.io/kubernetes", "v1.36.3")
	api := moduleFolder("k8s.io/api", "v0.36.3")
	machinery := moduleFolder("k8s.io/apimachinery", "v0.36.3")
	r := recorder{map[string]types{}, map[string]types{}, map[string][]member{}}
	r.packages["metav1"] = parse(filepath.Join(machinery, "pkg/apis/meta/v1"))
	for _, g := range groups {
		r.packages[g.name] = parse(filepath.Join(kubernetes, "pkg/apis", g.internal))
		r.served[g.name] = parse(filepath.Join(api, g.served))
	}
	for _, g := range groups {
		for _, root := range g.roots {
			r.typeName(g.name, &ast.Ident{Name: root})
		}
	}
	names := []string{}
	for name := range r.structs {
		names = append(names, name)
	}
	sort.Strings(names)
	lines := []string{}
	for _, name := range names {
		text, err := json.Marshal(r.structs[name])
		check(err)
		lines = append(lines, fmt.Sprintf("%q: %s", name, text))
	}
	output := "{\n" + strings.Join(lines, ",\n") + "\n}\n"
	check(os.WriteFile("../../packages/apiserver/data/internal-types.json", []byte(output), 0o644))
}

// typeName says what a type is, and records the structs that it is made of.
func (r *recorder) typeName(pkg string, expr ast.Expr) string {
	switch t := expr.(type) {
	case *ast.StarExpr:
		return "*" + r.typeName(pkg, t.X)
	case *ast.ArrayType:
		if ident, ok := t.Elt.(*ast.Ident); ok && ident.Name == "byte" {
			return "bytes"
		}
		return "[]" + r.typeName(pkg, t.Elt)
	case *ast.MapType:
		return "map " + r.typeName(pkg, t.Value)
	case *ast.SelectorExpr:
		return r.foreign(t.X.(*ast.Ident).Name, t.Sel.Name)
	case *ast.Ident:
		return r.named(pkg, t.Name)
	}
	panic(fmt.Sprintf("%T in %s", expr, pkg))
}

func (r *recorder) foreign(pkg, name string) string {
	switch pkg + "." + name {
	case "resource.Quantity":
		return "quantity"
	case "intstr.IntOrString":
		return "intOrString"
	case "metav1.Time", "metav1.MicroTime":
		return "time"
	case "metav1.Duration", "types.UID", "types.NodeName":
		return "string"
	case "runtime.Object", "runtime.RawExtension", "runtime.Unknown":
		return "any"
	case "metav1.FieldsV1":
		return "any"
	}
	switch pkg {
	case "api", "core":
		pkg = "core"
	case "metav1", "apps", "batch", "autoscaling", "rbac", "networking":
	default:
		panic("unknown package " + pkg + "." + name)
	}
	return r.named(pkg, name)
}

func (r *recorder) named(pkg, name string) string {
	switch name {
	case "string", "bool":
		return name
	case "int", "int8", "int32", "int64", "uint", "uint8", "uint32", "uint64", "float64", "byte":
		return "number"
	case "Time", "MicroTime":
		if pkg == "metav1" {
			return "time"
		}
	case "FieldsV1":
		return "any"
	}
	expr, ok := r.packages[pkg][name]
	if !ok {
		panic("no type " + pkg + "." + name)
	}
	structure, ok := expr.(*ast.StructType)
	if !ok {
		return r.typeName(pkg, expr)
	}
	full := pkg + "." + name
	if _, known := r.structs[full]; !known {
		r.structs[full] = nil
		r.structs[full] = r.members(pkg, name, structure)
	}
	return full
}

func (r *recorder) members(pkg, name string, structure *ast.StructType) []member {
	served := map[string]string{}
	if counterpart, ok := r.served[pkg][name].(*ast.StructType); ok {
		r.servedNames(pkg, counterpart, served)
	}
	members := []member{}
	for _, field := range structure.Fields.List {
		tag := tagOf(field)
		if tag == "-" {
			continue
		}
		jsonName, options, _ := strings.Cut(tag, ",")
		if len(field.Names) == 0 && jsonName == "" {
			members = append(members, r.embedded(pkg, field.Type)...)
			continue
		}
		omit := ""
		if strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero") {
			omit = "?"
		}
		fieldNames := field.Names
		if len(fieldNames) == 0 {
			fieldNames = []*ast.Ident{{Name: lastName(field.Type)}}
		}
		for _, ident := range fieldNames {
			if !ident.IsExported() {
				continue
			}
			printed := jsonName
			if printed == "" {
				printed = ident.Name
			}
			from, ok := served[ident.Name]
			if !ok {
				from = jsonName
			}
			if from == "" {
				from = lowerFirst(ident.Name)
			}
			entry := member{printed, r.typeName(pkg, field.Type) + omit}
			if from != lowerFirst(printed) {
				entry = append(entry, from)
			}
			members = append(members, entry)
		}
	}
	return members
}

// embedded gives the members that count as those of the struct around.
func (r *recorder) embedded(pkg string, expr ast.Expr) []member {
	name := lastName(expr)
	if name == "TypeMeta" {
		return nil // empty in internal objects
	}
	if name == "ObjectMeta" {
		return []member{{"", r.named("metav1", name), "metadata"}}
	}
	if selector, ok := expr.(*ast.SelectorExpr); ok {
		pkg = selector.X.(*ast.Ident).Name
	}
	structure, ok := r.packages[pkg][name].(*ast.StructType)
	if !ok {
		panic("cannot embed " + pkg + "." + name)
	}
	return r.members(pkg, name, structure)
}

// servedNames gives the JSON names that the served version has for Go's names.
func (r *recorder) servedNames(pkg string, structure *ast.StructType, names map[string]string) {
	for _, field := range structure.Fields.List {
		jsonName, _, _ := strings.Cut(tagOf(field), ",")
		if len(field.Names) == 0 {
			if ident, ok := field.Type.(*ast.Ident); ok {
				if inner, ok := r.served[pkg][ident.Name].(*ast.StructType); ok {
					r.servedNames(pkg, inner, names)
				}
			}
			continue
		}
		for _, ident := range field.Names {
			names[ident.Name] = jsonName
		}
	}
}

func lastName(expr ast.Expr) string {
	switch t := expr.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.StarExpr:
		return lastName(t.X)
	}
	panic(fmt.Sprintf("%T", expr))
}

func tagOf(field *ast.Field) string {
	if field.Tag == nil {
		return ""
	}
	return reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json")
}

func lowerFirst(name string) string {
	runes := []rune(name)
	runes[0] = unicode.ToLower(runes[0])
	return string(runes)
}

func parse(folder string) types {
	found := types{}
	packages, err := parser.ParseDir(token.NewFileSet(), folder, func(file os.FileInfo) bool {
		return !strings.HasSuffix(file.Name(), "_test.go")
	}, 0)
	check(err)
	for _, pkg := range packages {
		for _, file := range pkg.Files {
			for _, declaration := range file.Decls {
				general, ok := declaration.(*ast.GenDecl)
				if !ok {
					continue
				}
				for _, spec := range general.Specs {
					if named, ok := spec.(*ast.TypeSpec); ok {
						found[named.Name.Name] = named.Type
					}
				}
			}
		}
	}
	return found
}

func moduleFolder(path, version string) string {
	output, err := exec.Command("go", "mod", "download", "-json", path+"@"+version).Output()
	check(err)
	var module struct{ Dir string }
	check(json.Unmarshal(output, &module))
	return module.Dir
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
