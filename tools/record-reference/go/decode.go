package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	serializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// Decoded is what the reference makes of a body.
type Decoded struct {
	// What it would write, after it has stored and read it.
	Object json.RawMessage `json:"object,omitempty"`
	// Problems that only strict readers mind.
	Problems []string `json:"problems,omitempty"`
	Error    string   `json:"error,omitempty"`
}

type decoder struct {
	scheme     *runtime.Scheme
	json, yaml *serializer.Serializer
}

func newDecoder() *decoder {
	scheme := newScheme()
	with := func(yaml bool) *serializer.Serializer {
		return serializer.NewSerializerWithOptions(serializer.DefaultMetaFactory, scheme, scheme,
			serializer.SerializerOptions{Yaml: yaml, Strict: true})
	}
	return &decoder{scheme, with(false), with(true)}
}

func (d *decoder) decode(gvk schema.GroupVersionKind, format, body string) Decoded {
	s := d.json
	if format == "yaml" {
		s = d.yaml
	}
	object, _, err := s.Decode([]byte(body), &gvk, nil)
	var result Decoded
	if strict, ok := runtime.AsStrictDecodingError(err); ok {
		for _, problem := range strict.Errors() {
			result.Problems = append(result.Problems, problem.Error())
		}
	} else if err != nil {
		return Decoded{Error: err.Error()}
	}
	text, err := json.Marshal(stored(object))
	if err != nil {
		return Decoded{Error: "encode: " + err.Error()}
	}
	result.Object = text
	return result
}

// restore gives what is said of a value that does not come from JSON but from a strategic merge patch.
func (d *decoder) restore(gvk schema.GroupVersionKind, body string) (Decoded, bool) {
	var value map[string]any
	if err := utiljson.Unmarshal([]byte(body), &value); err != nil || value == nil {
		return Decoded{}, false
	}
	object, err := d.scheme.New(gvk)
	if err != nil {
		panic(err)
	}
	err = runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(value, object, true)
	var result Decoded
	if strict, ok := runtime.AsStrictDecodingError(err); ok {
		for _, problem := range strict.Errors() {
			result.Problems = append(result.Problems, problem.Error())
		}
	} else if err != nil {
		result.Error = err.Error()
	}
	return result, true
}

// stored gives an object back after storing it.
func stored(object runtime.Object) runtime.Object {
	message, ok := object.(interface {
		Marshal() ([]byte, error)
		Unmarshal([]byte) error
	})
	isJSON := strings.Contains(reflect.TypeOf(object).Elem().PkgPath(), "apiextensions") ||
		strings.Contains(reflect.TypeOf(object).Elem().PkgPath(), "apiregistration")
	if !ok || isJSON {
		return object
	}
	content, err := message.Marshal()
	if err != nil {
		panic(err)
	}
	copied := reflect.New(reflect.TypeOf(object).Elem()).Interface().(runtime.Object)
	if err := copied.(interface{ Unmarshal([]byte) error }).Unmarshal(content); err != nil {
		panic(err)
	}
	copied.GetObjectKind().SetGroupVersionKind(object.GetObjectKind().GroupVersionKind())
	return copied
}

// odd is what fields are given in place of what they should have.
var odd = []string{
	`null`, `"x"`, `5`, `{}`, `1.5`, `[]`, `true`, `{"a":1}`, `""`, `["x"]`, `0`, `[null]`, `"1Gi"`, `99999999999`, `false`,
	`{"a":null}`, `"2020-01-01T00:00:00.123456789+01:00"`, `"eA=="`, `[{"zz":1}]`, `-1`, `{"zz":{"a":1}}`, `1e3`,
	`"2020-01-01T00:00:00.123456Z"`, `"1000m"`, `{"a":"1000m"}`, `{"a":["x"]}`,
}

// mutants gives each field of each struct some odd values, in a body that has nothing else.
func (d *decoder) mutants(objects map[schema.GroupVersionKind]any) []any {
	var rows []any
	seen := map[string]bool{}
	next := 0
	for _, gvk := range sortedKinds(objects) {
		t := d.scheme.AllKnownTypes()[gvk]
		visit(objects[gvk], t, nil, func(owner reflect.Type, name string, path []any) {
			key := owner.PkgPath() + "." + owner.Name() + "." + name
			if seen[key] {
				return
			}
			seen[key] = true
			for range 4 {
				body := nested(path, odd[next%len(odd)])
				next++
				rows = append(rows, []any{gvk.Group, gvk.Version, gvk.Kind, body, d.decode(gvk, "json", body)})
			}
		})
	}
	return rows
}

func sortedKinds(objects map[schema.GroupVersionKind]any) []schema.GroupVersionKind {
	var kinds []schema.GroupVersionKind
	for gvk := range objects {
		kinds = append(kinds, gvk)
	}
	sort.Slice(kinds, func(i, j int) bool { return kinds[i].String() < kinds[j].String() })
	return kinds
}

// nested gives the text of an object that has only the value at the path.
func nested(path []any, value string) string {
	text := value
	for i := len(path) - 1; i >= 0; i-- {
		if key, ok := path[i].(string); ok {
			quoted, _ := json.Marshal(key)
			text = "{" + string(quoted) + ":" + text + "}"
		} else {
			text = "[" + text + "]"
		}
	}
	return text
}

// visit tells of every field of a struct that a value has.
func visit(value any, t reflect.Type, path []any, tell func(owner reflect.Type, name string, path []any)) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(unmarshaler) {
		return
	}
	switch value := value.(type) {
	case map[string]any:
		var keys []string
		for key := range value {
			keys = append(keys, key)
		}
		sort.Strings(keys)
		for _, key := range keys {
			inner := append(append([]any{}, path...), key)
			if t.Kind() == reflect.Map {
				visit(value[key], t.Elem(), inner, tell)
			} else if field, ok := fieldNamed(t, key); ok {
				if key != "kind" && key != "apiVersion" || len(path) > 0 {
					tell(t, key, inner)
				}
				visit(value[key], field, inner, tell)
			}
		}
	case []any:
		if len(value) > 0 && t.Kind() == reflect.Slice {
			visit(value[0], t.Elem(), append(append([]any{}, path...), 0), tell)
		}
	}
}

func fieldNamed(t reflect.Type, name string) (reflect.Type, bool) {
	if t.Kind() != reflect.Struct {
		return nil, false
	}
	for i := range t.NumField() {
		f := t.Field(i)
		tag := strings.Split(f.Tag.Get("json"), ",")[0]
		if tag == name || tag == "" && !f.Anonymous && f.Name == name {
			return f.Type, true
		}
		if tag == "" && f.Anonymous {
			if inner, ok := fieldNamed(f.Type, name); ok {
				return inner, true
			}
		}
	}
	return nil, false
}

// fullObjects reads the objects with every field set that k8s.io/api keeps for its own tests.
func fullObjects(scheme *runtime.Scheme) map[schema.GroupVersionKind]any {
	folder := filepath.Join(moduleFolder("k8s.io/api"), "testdata", "HEAD")
	objects := map[schema.GroupVersionKind]any{}
	for gvk, t := range scheme.AllKnownTypes() {
		if strings.HasPrefix(t.PkgPath(), "k8s.io/apimachinery/") || strings.HasSuffix(gvk.Kind, "List") {
			continue
		}
		group := gvk.Group
		if group == "" {
			group = "core"
		}
		content, err := os.ReadFile(filepath.Join(folder, group+"."+gvk.Version+"."+gvk.Kind+".json"))
		if errors.Is(err, os.ErrNotExist) {
			continue
		} else if err != nil {
			panic(err)
		}
		var object any
		if err := json.Unmarshal(content, &object); err != nil {
			panic(err)
		}
		objects[gvk] = object
	}
	return objects
}

func zipped(lines []any) []byte {
	var text bytes.Buffer
	writer, _ := gzip.NewWriterLevel(&text, gzip.BestCompression)
	for _, row := range lines {
		line, err := json.Marshal(row)
		if err != nil {
			panic(err)
		}
		writer.Write(append(line, '\n'))
	}
	writer.Close()
	return text.Bytes()
}
