package typed

import (
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/value"
)

func (tv TypedValue) row() map[string]any {
	return map[string]any{"type": value.RecordedType(tv.schema, tv.typeRef), "value": value.RecordedJSON(tv.value)}
}

func (tv TypedValue) Validate(opts ...ValidationOptions) error {
	leave := value.EnterRecorded()
	err := tv.validateUnrecorded(opts...)
	if leave() {
		row := tv.row()
		row["allowDuplicates"] = len(opts) > 0
		if err != nil {
			row["error"] = err.Error()
		}
		value.Record("validate", row)
	}
	return err
}

func (tv TypedValue) ToFieldSet() (*fieldpath.Set, error) {
	leave := value.EnterRecorded()
	set, err := tv.toFieldSetUnrecorded()
	if leave() && err == nil {
		row := tv.row()
		row["result"] = fieldpath.RecordedSet(set)
		value.Record("fields", row)
	}
	return set, err
}

func (tv TypedValue) Merge(pso *TypedValue) (*TypedValue, error) {
	leave := value.EnterRecorded()
	merged, err := tv.mergeUnrecorded(pso)
	if leave() {
		row := tv.row()
		row["config"] = value.RecordedJSON(pso.value)
		if err != nil {
			row["error"] = err.Error()
		} else {
			row["result"] = value.RecordedJSON(merged.value)
		}
		value.Record("merge", row)
	}
	return merged, err
}

func (tv TypedValue) Compare(rhs *TypedValue) (*Comparison, error) {
	leave := value.EnterRecorded()
	comparison, err := tv.compareUnrecorded(rhs)
	if leave() && err == nil {
		row := tv.row()
		row["after"] = value.RecordedJSON(rhs.value)
		row["added"] = fieldpath.RecordedSet(comparison.Added)
		row["modified"] = fieldpath.RecordedSet(comparison.Modified)
		row["removed"] = fieldpath.RecordedSet(comparison.Removed)
		value.Record("compare", row)
	}
	return comparison, err
}

func (tv TypedValue) RemoveItems(items *fieldpath.Set) *TypedValue {
	leave := value.EnterRecorded()
	result := tv.removeItemsUnrecorded(items)
	if leave() {
		row := tv.row()
		row["fields"] = fieldpath.RecordedSet(items)
		row["result"] = value.RecordedJSON(result.value)
		value.Record("remove", row)
	}
	return result
}

func (tv TypedValue) ExtractItems(items *fieldpath.Set, opts ...ExtractItemsOption) *TypedValue {
	leave := value.EnterRecorded()
	result := tv.extractItemsUnrecorded(items, opts...)
	if leave() {
		row := tv.row()
		row["fields"] = fieldpath.RecordedSet(items)
		row["withKeys"] = len(opts) > 0
		row["result"] = value.RecordedJSON(result.value)
		value.Record("extract", row)
	}
	return result
}

func ReconcileFieldSetWithSchema(fieldset *fieldpath.Set, tv *TypedValue) (*fieldpath.Set, error) {
	leave := value.EnterRecorded()
	result, err := reconcileUnrecorded(fieldset, tv)
	if leave() && err == nil {
		row := tv.row()
		row["fields"] = fieldpath.RecordedSet(fieldset)
		if result != nil {
			row["result"] = fieldpath.RecordedSet(result)
		} else {
			row["result"] = row["fields"]
		}
		delete(row, "value")
		value.Record("reconcile", row)
	}
	return result, err
}
