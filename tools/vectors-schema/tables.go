package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const reference = "k8s.io/apiextensions-apiserver@v0.36.3"

const maxRows = 300

// A hook is a line that is put at the start of a function of the reference, so that the tests of the reference tell their tables.
type hook struct{ file, function, call string }

var hooks = []hook{
	{"apiserver/schema/pruning/algorithm.go", "func PruneWithOptions(", "recordPrune(obj, s, isResourceRoot)"},
	{"apiserver/schema/defaulting/algorithm.go", "func Default(", "recordDefault(x, s)"},
	{"apiserver/schema/defaulting/prunenulls.go", "func PruneNonNullableNullsWithoutDefaults(", "recordNulls(x, s)"},
	{"apiserver/schema/listtype/validation.go", "func ValidateListSetsAndMaps(", "recordLists(fldPath, s, obj)"},
	{"apiserver/schema/objectmeta/algorithm.go", "func CoerceWithOptions(", "recordCoerce(obj, s, isResourceRoot, opts)"},
	{"apiserver/schema/objectmeta/coerce.go", "func GetObjectMeta(", "recordMeta(obj, dropMalformedFields)"},
	{"apiserver/schema/objectmeta/coerce.go", "func GetObjectMetaWithOptions(", "recordMeta(obj, opts.DropMalformedFields)"},
	{"apiserver/schema/objectmeta/validation.go", "func Validate(", "recordValidate(pth, obj, s, isResourceRoot)"},
	{"apiserver/schema/objectmeta/validation.go", "func validateEmbeddedResource(", "recordEmbedded(pth, x)"},
	{"apiserver/validation/validation.go", "func ValidateCustomResource(", "recordValue(fldPath, customResource, validator)"},
	{"apiserver/validation/ratcheting.go", "func (r *RatchetingSchemaValidator) ValidateUpdate(", "recordUpdate(r, new, old)"},
	{"apis/apiextensions/validation/validation.go", "func validateCustomResourceDefinitionValidation(", "recordSchema(ctx, customResourceValidation, statusSubresourceEnabled, opts, fldPath)"},
	{"apis/apiextensions/validation/validation.go", "func ValidateCustomResourceDefinition(", "recordCreate(ctx, obj)"},
	{"apis/apiextensions/validation/validation.go", "func ValidateCustomResourceDefinitionUpdate(", "recordUpdate(ctx, obj, oldObj)"},
}

var hookFiles = map[string]string{
	"recorder":   "vectors",
	"pruning":    "apiserver/schema/pruning",
	"defaulting": "apiserver/schema/defaulting",
	"listtype":   "apiserver/schema/listtype",
	"objectmeta": "apiserver/schema/objectmeta",
	"validation": "apiserver/validation",
	"definition": "apis/apiextensions/validation",
}

// recordTables runs the tests of a copy of the reference that has the hooks.
func recordTables() {
	answer, err := exec.Command("go", "mod", "download", "-json", reference).Output()
	check(err)
	var module struct{ Dir string }
	check(json.Unmarshal(answer, &module))
	work, err := os.MkdirTemp("", "vectors-schema-")
	check(err)
	defer os.RemoveAll(work)
	copied := filepath.Join(work, "module")
	check(os.CopyFS(copied, os.DirFS(module.Dir)))
	check(exec.Command("chmod", "-R", "u+w", copied).Run())

	for name, folder := range hookFiles {
		text, err := os.ReadFile(filepath.Join("hooks", name+".go.txt"))
		check(err)
		check(os.MkdirAll(filepath.Join(copied, "pkg", folder), 0o755))
		check(os.WriteFile(filepath.Join(copied, "pkg", folder, "vectors_hook.go"), text, 0o644))
	}
	cases, err := os.ReadFile("hooks/cases_test.go.txt")
	check(err)
	check(os.WriteFile(filepath.Join(copied, "pkg/apiserver/validation/cases_test.go"), cases, 0o644))
	ours, err := filepath.Abs("cases.json")
	check(err)
	for _, h := range hooks {
		edit(filepath.Join(copied, "pkg", h.file), h.function, " {\n\t"+h.call+"\n", " {\n")
	}
	edit(filepath.Join(copied, "pkg/apiserver/validation/validation.go"), "func NewSchemaValidatorForVersion(",
		"\n\tvalidator := NewSchemaValidatorFromOpenAPI(openapiSchema)\n\trecordSchema(customResourceValidation, validator, compatibilityVersion)\n\treturn validator, openapiSchema, nil\n",
		"\n\treturn NewSchemaValidatorFromOpenAPI(openapiSchema), openapiSchema, nil\n")

	test := exec.Command("go", "test", "-count=1", "./pkg/apiserver/schema/...", "./pkg/apiserver/validation/...", "./pkg/apis/apiextensions/validation/...")
	test.Dir = copied
	test.Env = append(os.Environ(), "VECTORS="+work, "VECTORS_CASES="+ours)
	if out, err := test.CombinedOutput(); err != nil {
		fmt.Fprintln(os.Stderr, string(out))
	}
	write(apiVectors+"values", map[string]any{"values": rows(work, "values"), "updates": rows(work, "updates"), "lists": rows(work, "lists")})
	write(apiVectors+"structures", map[string]any{"prune": rows(work, "prune"), "default": rows(work, "default"), "nulls": rows(work, "nulls")})
	write(apiVectors+"metadata", map[string]any{"coerce": rows(work, "coerce"), "embedded": rows(work, "embedded"), "metadata": rows(work, "metadata")})
	write(apiVectors+"schemas", map[string]any{"schemas": rows(work, "schemas")})
	write(serverVectors+"definitions", map[string]any{"create": rows(work, "definitions"), "update": rows(work, "definitionUpdates")})
}

// edit replaces the first text after a function's name.
func edit(file, function, replacement, text string) {
	source, err := os.ReadFile(file)
	check(err)
	before, after, found := strings.Cut(string(source), "\n"+function)
	if !found || !strings.Contains(after, text) {
		panic(file + " has no " + function)
	}
	check(os.WriteFile(file, []byte(before+"\n"+function+strings.Replace(after, text, replacement, 1)), 0o644))
}

// rows gives rows of an area, without repetitions.
func rows(work, name string) []json.RawMessage {
	file, err := os.Open(filepath.Join(work, name))
	check(err)
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<26)
	found := []json.RawMessage{}
	for lines.Scan() {
		line := lines.Text()
		if !slices.ContainsFunc(found, func(row json.RawMessage) bool { return string(row) == line }) && len(line) < 20_000 {
			found = append(found, json.RawMessage(line))
		}
	}
	check(lines.Err())
	// Fuzzing makes thousands.
	every := len(found)/maxRows + 1
	kept := []json.RawMessage{}
	for i := 0; i < len(found); i += every {
		kept = append(kept, found[i])
	}
	return kept
}
