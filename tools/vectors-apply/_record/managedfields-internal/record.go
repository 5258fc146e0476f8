package internal

import (
	"time"

	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/merge"
	"sigs.k8s.io/structured-merge-diff/v6/value"
)

func NewConflictError(conflicts merge.Conflicts) *errors.StatusError {
	result := newConflictErrorUnrecorded(conflicts)
	rows := []any{}
	for _, conflict := range conflicts {
		rows = append(rows, map[string]any{"manager": conflict.Manager, "path": fieldpath.RecordedPath(conflict.Path)})
	}
	if value.IsCalledByTest() {
		value.Record("conflict", map[string]any{"conflicts": rows, "result": result.ErrStatus})
	}
	return result
}

func DecodeManagedFields(entries []metav1.ManagedFieldsEntry) (ManagedInterface, error) {
	managed, err := decodeManagedFieldsUnrecorded(entries)
	if value.IsCalledByTest() {
		row := map[string]any{"entries": entries}
		if err != nil {
			row["error"] = err.Error()
		} else {
			encoded, err := encodeManagedFields(managed)
			if err != nil {
				panic(err)
			}
			row["result"] = encoded
			row["managers"] = fieldpath.RecordedManagers(managed.Fields())
		}
		value.Record("decode", row)
	}
	return managed, err
}

func BuildManagerIdentifier(entry *metav1.ManagedFieldsEntry) (string, error) {
	result, err := buildManagerIdentifierUnrecorded(entry)
	if value.IsCalledByTest() && err == nil {
		value.Record("identifier", map[string]any{"entry": entry, "result": result})
	}
	return result, err
}

func sortEncodedManagedFields(entries []metav1.ManagedFieldsEntry) ([]metav1.ManagedFieldsEntry, error) {
	before := append([]metav1.ManagedFieldsEntry{}, entries...)
	result, err := sortEncodedManagedFieldsUnrecorded(entries)
	if value.IsCalledByTest() && err == nil {
		value.Record("sort", map[string]any{"entries": before, "result": result})
	}
	return result, err
}

func (f *capManagersManager) capUpdateManagers(managed Managed) (Managed, error) {
	before, _ := encodeManagedFields(managed)
	result, err := f.capUpdateManagersUnrecorded(managed)
	if err == nil {
		after, _ := encodeManagedFields(result)
		value.Record("cap", map[string]any{"limit": f.maxUpdateManagers, "entries": before, "result": after})
	}
	return result, err
}

// RecordedNow is what the clock says: it stands still until a test writes again.
var RecordedNow = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func recordedClock(func() time.Time) time.Time { return RecordedNow }
