// Package graph writes down Go types as far as patches look at them.
package graph

import (
	"reflect"
	"strings"
)

// Field is a member of a struct.
type Field struct {
	Type       any      `json:"type"`
	Strategies []string `json:"strategies,omitempty"`
	MergeKey   string   `json:"mergeKey,omitempty"`
}

// Structs has the fields of each struct by the name of the struct.
type Structs map[string]map[string]Field

// Add writes down a type and those it refers to, and returns how to refer to it: the name of a struct as {"struct": name}, {"list": type}, {"map": type}, {"any": true}, or the name of a scalar kind.
func (s Structs) Add(t reflect.Type) any {
	switch t.Kind() {
	case reflect.Pointer:
		return s.Add(t.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "string"
		}
		return map[string]any{"list": s.Add(t.Elem())}
	case reflect.Map:
		return map[string]any{"map": s.Add(t.Elem())}
	case reflect.Struct:
		if t.Name() == "RawExtension" {
			return map[string]any{"any": true}
		}
		s.addStruct(t)
		return map[string]any{"struct": t.Name()}
	default:
		return t.Kind().String()
	}
}

func (s Structs) addStruct(t reflect.Type) {
	if _, known := s[t.Name()]; known {
		return
	}
	fields := map[string]Field{}
	s[t.Name()] = fields
	s.addFields(t, fields)
}

func (s Structs) addFields(t reflect.Type, fields map[string]Field) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.IsExported() || name == "-" {
			continue
		}
		if field.Anonymous && name == "" {
			if embedded := indirect(field.Type); embedded.Kind() == reflect.Struct {
				s.addFields(embedded, fields)
				continue
			}
		}
		if name == "" {
			name = field.Name
		}
		written := Field{Type: s.Add(field.Type), MergeKey: field.Tag.Get("patchMergeKey")}
		if strategies := field.Tag.Get("patchStrategy"); strategies != "" {
			written.Strategies = strings.Split(strategies, ",")
		}
		fields[name] = written
	}
}

func indirect(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}
