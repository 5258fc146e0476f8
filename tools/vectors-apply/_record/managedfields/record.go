package managedfields

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/value"
)

func (h *ScaleHandler) row(entries []metav1.ManagedFieldsEntry, err error) map[string]any {
	paths := map[string]any{}
	for version, path := range h.mappings {
		paths[version] = nil
		if path != nil {
			paths[version] = fieldpath.RecordedPath(path)
		}
	}
	row := map[string]any{"parent": h.parentEntries, "version": h.groupVersion.String(), "paths": paths, "result": entries}
	if err != nil {
		row["error"] = err.Error()
	}
	return row
}

func (h *ScaleHandler) ToSubresource() ([]metav1.ManagedFieldsEntry, error) {
	entries, err := h.toSubresourceUnrecorded()
	value.Record("toScale", h.row(entries, err))
	return entries, err
}

func (h *ScaleHandler) ToParent(scaleEntries []metav1.ManagedFieldsEntry) ([]metav1.ManagedFieldsEntry, error) {
	entries, err := h.toParentUnrecorded(scaleEntries)
	row := h.row(entries, err)
	row["scale"] = scaleEntries
	value.Record("fromScale", row)
	return entries, err
}
