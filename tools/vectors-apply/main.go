// Command vectors-apply records what the reference's functions for server-side apply do while its own tests run.
//
// It copies the modules to a temporary folder, renames each function to be recorded there, puts the functions of _record in their
// place, and runs the tests.
package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	mergeModule = "sigs.k8s.io/structured-merge-diff/v6@v6.3.3"
	metaModule  = "k8s.io/apimachinery@v0.36.3"
	kubeModule  = "k8s.io/kubernetes@v1.36.3"
)

// What is recorded: in this file of a module, the text on the left becomes that on the right.
var mergeRenames = map[string][][2]string{
	"value/value.go": {{"func Less(", "func lessUnrecorded("}},
	"fieldpath/set.go": {
		{"func (s *Set) Union(", "func (s *Set) unionUnrecorded("},
		{"func (s *Set) Intersection(", "func (s *Set) intersectionUnrecorded("},
		{"func (s *Set) Difference(", "func (s *Set) differenceUnrecorded("},
		{"func (s *Set) RecursiveDifference(", "func (s *Set) recursiveDifferenceUnrecorded("},
		{"func (s *Set) Leaves(", "func (s *Set) leavesUnrecorded("},
		{"func (s *Set) EnsureNamedFieldsAreMembers(", "func (s *Set) ensureNamedUnrecorded("},
		{"func (s *Set) FilterIncludeMatches(", "func (s *Set) filterIncludeMatchesUnrecorded("},
		{"func (s *Set) Has(", "func (s *Set) hasUnrecorded("},
		{"func (s *Set) String(", "func (s *Set) stringUnrecorded("},
	},
	"fieldpath/serialize.go": {
		{"func (s *Set) ToJSON(", "func (s *Set) toJSONUnrecorded("},
		{"func (s *Set) FromJSON(", "func (s *Set) fromJSONUnrecorded("},
	},
	"fieldpath/serialize-pe.go": {
		{"func SerializePathElement(", "func serializePathElementUnrecorded("},
		{"func DeserializePathElement(", "func deserializePathElementUnrecorded("},
	},
	"fieldpath/path.go": {
		{"func (fp Path) String(", "func (fp Path) stringUnrecorded("},
		{"func (fp Path) Compare(", "func (fp Path) compareUnrecorded("},
	},
	"fieldpath/element.go": {{"func (e PathElement) Less(", "func (e PathElement) lessUnrecorded("}},
	"typed/typed.go": {
		{"func (tv TypedValue) Validate(", "func (tv TypedValue) validateUnrecorded("},
		{"func (tv TypedValue) ToFieldSet(", "func (tv TypedValue) toFieldSetUnrecorded("},
		{"func (tv TypedValue) Merge(", "func (tv TypedValue) mergeUnrecorded("},
		{"func (tv TypedValue) Compare(", "func (tv TypedValue) compareUnrecorded("},
		{"func (tv TypedValue) RemoveItems(", "func (tv TypedValue) removeItemsUnrecorded("},
		{"func (tv TypedValue) ExtractItems(", "func (tv TypedValue) extractItemsUnrecorded("},
	},
	"typed/reconcile_schema.go": {{"func ReconcileFieldSetWithSchema(", "func reconcileUnrecorded("}},
	"merge/update.go": {
		{"func (s *Updater) Update(", "func (s *Updater) updateUnrecorded("},
		{"func (s *Updater) Apply(", "func (s *Updater) applyUnrecorded("},
	},
}

var metaRenames = map[string][][2]string{
	"pkg/util/managedfields/scalehandler.go": {
		{"func (h *ScaleHandler) ToSubresource(", "func (h *ScaleHandler) toSubresourceUnrecorded("},
		{"func (h *ScaleHandler) ToParent(", "func (h *ScaleHandler) toParentUnrecorded("},
	},
	"pkg/util/managedfields/internal/conflict.go": {{"func NewConflictError(", "func newConflictErrorUnrecorded("}},
	"pkg/util/managedfields/internal/managedfields.go": {
		{"func DecodeManagedFields(", "func decodeManagedFieldsUnrecorded("},
		{"func BuildManagerIdentifier(", "func buildManagerIdentifierUnrecorded("},
		{"func sortEncodedManagedFields(", "func sortEncodedManagedFieldsUnrecorded("},
	},
	"pkg/util/managedfields/internal/managedfieldsupdater.go": {{"time.Now()", "recordedClock(time.Now)"}},
	"pkg/util/managedfields/internal/capmanagers.go": {
		{"func (f *capManagersManager) capUpdateManagers(", "func (f *capManagersManager) capUpdateManagersUnrecorded("},
	},
	"pkg/util/managedfields/internal/testing/testfieldmanager.go": {
		{"func NewTestFieldManagerImpl(", "func newTestFieldManagerUnrecorded("},
		{"func (f *TestFieldManagerImpl) Apply(", "func (f *TestFieldManagerImpl) applyUnrecorded("},
		{"func (f *TestFieldManagerImpl) Update(", "func (f *TestFieldManagerImpl) updateUnrecorded("},
	},
}

func main() {
	log.SetFlags(0)
	root := must(os.MkdirTemp("", "vectors-apply"))
	defer os.RemoveAll(root)
	rows := filepath.Join(root, "rows")
	check(os.Mkdir(rows, 0o755))

	merge := filepath.Join(root, "structured-merge-diff")
	copyModule(mergeModule, merge, mergeRenames, map[string]string{
		"schema": "schema", "value": "value", "fieldpath": "fieldpath", "typed": "typed", "merge": "merge",
	})
	// The depth at which its tests look for the OpenAPI document.
	meta := filepath.Join(root, "staging/src/k8s.io/apimachinery")
	copyModule(metaModule, meta, metaRenames, map[string]string{
		"managedfields":          "pkg/util/managedfields",
		"managedfields-internal": "pkg/util/managedfields/internal",
		"managedfields-testing":  "pkg/util/managedfields/internal/testing",
	})
	openAPI := filepath.Join(root, "api/openapi-spec")
	check(os.MkdirAll(openAPI, 0o755))
	document := must(os.ReadFile(filepath.Join(moduleFolder(kubeModule), "api/openapi-spec/swagger.json")))
	check(os.WriteFile(filepath.Join(openAPI, "swagger.json"), document, 0o644))

	run(merge, rows, "go", "test", "-count=1", "-parallel=1", "./value", "./fieldpath", "./typed", "./merge")
	run(meta, rows, "go", "mod", "edit", "-replace=sigs.k8s.io/structured-merge-diff/v6="+merge)
	run(meta, rows, "go", "test", "-mod=mod", "-count=1", "-parallel=1", "./pkg/util/managedfields", "./pkg/util/managedfields/internal")
	write(rows)
}

func copyModule(module, target string, renames map[string][][2]string, records map[string]string) {
	source := moduleFolder(module)
	check(filepath.WalkDir(source, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(strings.TrimPrefix(path, source), "/")
		if entry.IsDir() {
			return os.MkdirAll(filepath.Join(target, name), 0o755)
		}
		text := string(must(os.ReadFile(path)))
		for _, rename := range renames[name] {
			if !strings.Contains(text, rename[0]) {
				return fmt.Errorf("%s: there is no %q", name, rename[0])
			}
			text = strings.ReplaceAll(text, rename[0], rename[1])
		}
		return os.WriteFile(filepath.Join(target, name), []byte(text), 0o644)
	}))
	for from, to := range records {
		for _, file := range must(filepath.Glob(filepath.Join("_record", from, "*.go"))) {
			check(os.WriteFile(filepath.Join(target, to, "zz_"+filepath.Base(file)), must(os.ReadFile(file)), 0o644))
		}
	}
}

func moduleFolder(module string) string {
	command := exec.Command("go", "mod", "download", "-json", module)
	command.Env = append(os.Environ(), "GOFLAGS=-mod=mod")
	var found struct{ Dir string }
	check(json.Unmarshal(must(command.Output()), &found))
	return found.Dir
}

func run(folder, rows, name string, arguments ...string) {
	command := exec.Command(name, arguments...)
	command.Dir = folder
	command.Env = append(os.Environ(), "VECTORS_OUT="+rows, "GOWORK=off")
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	if err := command.Run(); err != nil {
		log.Fatalf("%s %v: %v", name, arguments, err)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
