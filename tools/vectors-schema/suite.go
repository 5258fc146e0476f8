package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	encjson "encoding/json"

	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	"k8s.io/kube-openapi/pkg/validation/validate"
)

func init() { area("suite", suite) }

var keywords = []string{"type", "properties", "items", "additionalProperties", "required", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "allOf", "anyOf", "oneOf", "not", "pattern",
	"minLength", "maxLength", "multipleOf", "uniqueItems", "minItems", "maxItems", "minProperties", "maxProperties", "format", "description", "title", "default"}

// suite runs the part of the JSON Schema test suite that the reference has and whose schemas definitions could have.
func suite() map[string]any {
	answer, err := exec.Command("go", "list", "-m", "-json", "k8s.io/kube-openapi").Output()
	check(err)
	var module struct{ Dir string }
	check(encjson.Unmarshal(answer, &module))
	files, err := filepath.Glob(filepath.Join(module.Dir, "pkg/validation/validate/fixtures/jsonschema_suite/*.json"))
	check(err)
	rows := []map[string]any{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		var groups []struct {
			Schema encjson.RawMessage
			Tests  []struct {
				Description string
				Data        encjson.RawMessage
			}
		}
		check(encjson.Unmarshal(text, &groups))
		for _, group := range groups {
			var plain any
			check(json.Unmarshal(group.Schema, &plain))
			if !isPossible(plain) {
				continue
			}
			schema := &spec.Schema{}
			check(encjson.Unmarshal(group.Schema, schema))
			for _, test := range group.Tests {
				var data any
				check(json.Unmarshal(test.Data, &data))
				if data == nil {
					continue
				}
				isValid := validate.NewSchemaValidator(schema, nil, "", strfmt.Default).Validate(data).IsValid()
				rows = append(rows, map[string]any{"schema": plain, "value": data, "isValid": isValid})
			}
		}
	}
	return map[string]any{"suite": rows}
}

func isPossible(schema any) bool {
	members, ok := schema.(map[string]any)
	if !ok {
		return false
	}
	for name, value := range members {
		switch {
		case !slices.Contains(keywords, name):
			return false
		case name == "type":
			if _, ok := value.(string); !ok {
				return false
			}
		case name == "items" || name == "not":
			if !isPossible(value) {
				return false
			}
		case name == "additionalProperties":
			if _, isFlag := value.(bool); !isFlag && !isPossible(value) {
				return false
			}
		case name == "properties":
			for _, property := range value.(map[string]any) {
				if !isPossible(property) {
					return false
				}
			}
		case name == "allOf" || name == "anyOf" || name == "oneOf":
			for _, clause := range value.([]any) {
				if !isPossible(clause) {
					return false
				}
			}
		}
	}
	return true
}
