package schema

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// RecordedType is a type with all the types that it refers to, as data, and an identifier of it.
func RecordedType(s *Schema, tr TypeRef) (string, map[string]any) {
	types := map[string]any{}
	row := map[string]any{"root": recordedRef(s, tr, types), "types": types}
	text, err := json.Marshal(row)
	if err != nil {
		panic(err)
	}
	hash := sha256.Sum256(text)
	return hex.EncodeToString(hash[:6]), row
}

func recordedRef(s *Schema, tr TypeRef, types map[string]any) any {
	if tr.NamedType == nil {
		ref := recordedAtom(s, tr.Inlined, types)
		if tr.ElementRelationship != nil {
			ref["relationship"] = *tr.ElementRelationship
		}
		return ref
	}
	ref := map[string]any{"name": *tr.NamedType}
	if tr.ElementRelationship != nil {
		ref["relationship"] = *tr.ElementRelationship
	}
	if _, isKnown := types[*tr.NamedType]; !isKnown {
		types[*tr.NamedType] = nil
		if def, ok := s.FindNamedType(*tr.NamedType); ok {
			types[*tr.NamedType] = recordedAtom(s, def.Atom, types)
		}
	}
	return ref
}

func recordedAtom(s *Schema, atom Atom, types map[string]any) map[string]any {
	out := map[string]any{}
	if atom.Scalar != nil {
		out["scalar"] = *atom.Scalar
	}
	if list := atom.List; list != nil {
		row := map[string]any{"element": recordedRef(s, list.ElementType, types), "relationship": list.ElementRelationship}
		if len(list.Keys) > 0 {
			row["keys"] = list.Keys
		}
		out["list"] = row
	}
	if m := atom.Map; m != nil {
		row := map[string]any{}
		if m.ElementRelationship != "" {
			row["relationship"] = m.ElementRelationship
		}
		if m.ElementType != (TypeRef{}) {
			row["element"] = recordedRef(s, m.ElementType, types)
		}
		fields := map[string]any{}
		for _, field := range m.Fields {
			entry := map[string]any{"type": recordedRef(s, field.Type, types)}
			if field.Default != nil {
				entry["default"] = field.Default
			}
			fields[field.Name] = entry
		}
		if len(m.Fields) > 0 {
			row["fields"] = fields
		}
		out["map"] = row
	}
	return out
}
