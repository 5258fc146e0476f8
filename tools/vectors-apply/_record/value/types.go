package value

import (
	"fmt"

	"sigs.k8s.io/structured-merge-diff/v6/schema"
)

var recordedTypes = map[string]string{}
var writtenTypes = map[string]bool{}

// RecordedType writes a row for the type, once, and gives its identifier.
func RecordedType(s *schema.Schema, tr schema.TypeRef) string {
	key := fmt.Sprintf("%p %p %v", s, tr.NamedType, tr.ElementRelationship)
	if tr.NamedType != nil {
		key = fmt.Sprintf("%p %s %v", s, *tr.NamedType, tr.ElementRelationship)
		if id, ok := recordedTypes[key]; ok {
			return id
		}
	}
	id, row := schema.RecordedType(s, tr)
	recordedTypes[key] = id
	if !writtenTypes[id] {
		writtenTypes[id] = true
		row["id"] = id
		Record("type", row)
	}
	return id
}
