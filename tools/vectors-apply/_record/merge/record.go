package merge

import (
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
	"sigs.k8s.io/structured-merge-diff/v6/value"
)

// recordingConverter remembers what it was asked.
type recordingConverter struct {
	Converter
	rows *[]any
}

func (c recordingConverter) Convert(object *typed.TypedValue, version fieldpath.APIVersion) (*typed.TypedValue, error) {
	result, err := c.Converter.Convert(object, version)
	row := map[string]any{"version": version, "from": value.RecordedJSON(object.AsValue())}
	if err != nil {
		row["missing"] = c.IsMissingVersionError(err)
		row["error"] = err.Error()
	} else {
		row["to"] = value.RecordedJSON(result.AsValue())

		row["type"] = value.RecordedType(result.Schema(), result.TypeRef())
	}
	*c.rows = append(*c.rows, row)
	return result, err
}

func (s *Updater) recording(live, object *typed.TypedValue, version fieldpath.APIVersion, managers fieldpath.ManagedFields, manager string) (*Updater, map[string]any, *[]any) {
	rows := []any{}
	copied := *s
	copied.Converter = recordingConverter{s.Converter, &rows}
	filters := map[fieldpath.APIVersion]any{}
	for version, set := range s.IgnoredFields {
		filters[version] = fieldpath.RecordedFilter(fieldpath.NewExcludeSetFilter(set))
	}
	for version, filter := range s.IgnoreFilter {
		filters[version] = fieldpath.RecordedFilter(filter)
	}
	return &copied, map[string]any{
		"type": value.RecordedType(live.Schema(), live.TypeRef()), "live": value.RecordedJSON(live.AsValue()),
		"object": value.RecordedJSON(object.AsValue()), "version": version, "manager": manager,
		"managers": fieldpath.RecordedManagers(managers), "filters": filters,
	}, &rows
}

func finish(kind string, row map[string]any, rows *[]any, managers fieldpath.ManagedFields, err error) {
	row["conversions"] = *rows
	if conflicts, ok := err.(Conflicts); ok {
		row["conflicts"] = conflicts.Error()
	} else if err != nil {
		row["error"] = err.Error()
	} else {
		row["result"] = fieldpath.RecordedManagers(managers)
	}
	value.Record(kind, row)
}

func (s *Updater) Update(liveObject, newObject *typed.TypedValue, version fieldpath.APIVersion, managers fieldpath.ManagedFields, manager string) (*typed.TypedValue, fieldpath.ManagedFields, error) {
	leave := value.EnterRecorded()
	recording, row, rows := s.recording(liveObject, newObject, version, managers, manager)
	object, result, err := recording.updateUnrecorded(liveObject, newObject, version, managers, manager)
	if leave() {
		finish("update", row, rows, result, err)
	}
	return object, result, err
}

func (s *Updater) Apply(liveObject, configObject *typed.TypedValue, version fieldpath.APIVersion, managers fieldpath.ManagedFields, manager string, force bool) (*typed.TypedValue, fieldpath.ManagedFields, error) {
	leave := value.EnterRecorded()
	recording, row, rows := s.recording(liveObject, configObject, version, managers, manager)
	object, result, err := recording.applyUnrecorded(liveObject, configObject, version, managers, manager, force)
	if leave() {
		row["force"] = force
		if object != nil {
			row["merged"] = value.RecordedJSON(object.AsValue())
		}
		finish("apply", row, rows, result, err)
	}
	return object, result, err
}
