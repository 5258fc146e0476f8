package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sort"
	"strings"

	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	clients "k8s.io/client-go/kubernetes/scheme"
)

// Field is a member of a struct.
type Field struct {
	// Name in JSON; empty for one whose members count as those of the struct.
	Name string `json:"name,omitempty"`
	Type Ref    `json:"type"`
	// Options of the json tag: omitempty, omitzero.
	Options  []string `json:"options,omitempty"`
	Protobuf string   `json:"protobuf,omitempty"`
	Strategy string   `json:"strategy,omitempty"`
	MergeKey string   `json:"mergeKey,omitempty"`
}

// Ref says what a value is, without following structs.
type Ref struct {
	// string, bool, int32, int64, float64, …, bytes, slice, map, or struct
	Kind    string `json:"kind"`
	Pointer bool   `json:"pointer,omitempty"`
	// As Go prints it: v1.PodSpec, []v1.Container.
	Text string `json:"text"`
	// The full name of a struct or of a named slice or map.
	Name    string `json:"name,omitempty"`
	Element *Ref   `json:"element,omitempty"`
}

// Struct is a named type that has fields, or one with a text form of its own.
type Struct struct {
	Name string `json:"name"`
	Text string `json:"text"`
	// The name of its OpenAPI schema.
	Schema string `json:"schema,omitempty"`
	// Whether it reads and writes its JSON by itself.
	Custom bool    `json:"custom,omitempty"`
	Fields []Field `json:"fields,omitempty"`
}

// Kind is what a group, version and kind stand for.
type Kind struct {
	Group   string `json:"group"`
	Version string `json:"version"`
	Kind    string `json:"kind"`
	// Empty for kinds that the server knows but does not serve.
	Struct string `json:"struct,omitempty"`
}

// Types is everything that kinds are made of.
type Types struct {
	Kinds   []Kind   `json:"kinds"`
	Structs []Struct `json:"structs"`
}

type collector struct {
	structs map[string]Struct
}

func collectTypes() Types {
	c := collector{structs: map[string]Struct{}}
	var kinds []Kind
	for gvk, t := range newScheme().AllKnownTypes() {
		shared := strings.HasPrefix(t.PkgPath(), "k8s.io/apimachinery/") && gvk.Group != "meta.k8s.io" &&
			t != reflect.TypeFor[meta.Status]()
		if gvk.Version == "__internal" || strings.HasSuffix(gvk.Kind, "List") || shared {
			continue
		}
		if gvk.Kind == "PartialObjectMetadata" && gvk.Version != "v1" || gvk.Kind == "Table" {
			continue
		}
		kinds = append(kinds, Kind{gvk.Group, gvk.Version, gvk.Kind, c.ref(t).Name})
	}
	sort.Slice(kinds, func(i, j int) bool {
		return fmt.Sprint(kinds[i]) < fmt.Sprint(kinds[j])
	})
	kinds = append(kinds, unserved(kinds)...)
	c.ref(reflect.TypeFor[meta.ListMeta]())
	var structs []Struct
	for _, s := range c.structs {
		structs = append(structs, s)
	}
	sort.Slice(structs, func(i, j int) bool { return structs[i].Name < structs[j].Name })
	return Types{kinds, structs}
}

// unserved gives the kinds that clients know beyond those given: of versions that are off by default.
func unserved(served []Kind) []Kind {
	known := map[string]bool{}
	for _, kind := range served {
		known[kind.Group+"/"+kind.Version+"/"+kind.Kind] = true
	}
	var kinds []Kind
	for gvk, t := range clients.Scheme.AllKnownTypes() {
		isShared := strings.HasPrefix(t.PkgPath(), "k8s.io/apimachinery/")
		if gvk.Version == "__internal" || isShared || strings.HasSuffix(gvk.Kind, "List") ||
			known[gvk.Group+"/"+gvk.Version+"/"+gvk.Kind] {
			continue
		}
		kinds = append(kinds, Kind{gvk.Group, gvk.Version, gvk.Kind, ""})
	}
	sort.Slice(kinds, func(i, j int) bool {
		return fmt.Sprint(kinds[i]) < fmt.Sprint(kinds[j])
	})
	return kinds
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

func (c *collector) ref(t reflect.Type) Ref {
	if t.Kind() == reflect.Pointer {
		ref := c.ref(t.Elem())
		if ref.Pointer {
			panic("a pointer to a pointer: " + t.String())
		}
		ref.Pointer = true
		ref.Text = t.String()
		return ref
	}
	ref := Ref{Kind: t.Kind().String(), Text: t.String()}
	switch t.Kind() {
	case reflect.Struct:
		ref.Name = c.add(t)
	case reflect.Slice:
		if t.PkgPath() != "" {
			ref.Name = t.PkgPath() + "." + t.Name()
		}
		if t.Elem().Kind() == reflect.Uint8 {
			ref.Kind = "bytes"
			break
		}
		element := c.ref(t.Elem())
		ref.Element = &element
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			panic("a map whose keys are not strings: " + t.String())
		}
		if t.PkgPath() != "" {
			ref.Name = t.PkgPath() + "." + t.Name()
		}
		element := c.ref(t.Elem())
		ref.Element = &element
	case reflect.Interface:
		panic("an interface: " + t.String())
	}
	return ref
}

func (c *collector) add(t reflect.Type) string {
	name := t.PkgPath() + "." + t.Name()
	if _, known := c.structs[name]; known {
		return name
	}
	s := Struct{Name: name, Text: t.String(), Custom: reflect.PointerTo(t).Implements(unmarshaler)}
	if named, ok := reflect.New(t).Interface().(interface{ OpenAPIModelName() string }); ok {
		s.Schema = named.OpenAPIModelName()
	}
	c.structs[name] = s
	// Embedding a type with a text form gives its methods too.
	if s.Custom && strings.HasPrefix(name, "k8s.io/apimachinery/") {
		return name
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		tag, hasTag := f.Tag.Lookup("json")
		if tag == "-" {
			continue
		}
		options := strings.Split(tag, ",")
		field := Field{Name: options[0], Protobuf: f.Tag.Get("protobuf")}
		if field.Protobuf == "-" {
			field.Protobuf = ""
		}
		isInline := false
		for _, option := range options[1:] {
			switch option {
			case "inline":
				isInline = true
			case "omitempty", "omitzero":
				field.Options = append(field.Options, option)
			default:
				panic("an unknown option in the tag of " + name + "." + f.Name)
			}
		}
		if field.Name == "" && !f.Anonymous {
			if hasTag && !isInline {
				panic("a field without a name: " + name + "." + f.Name)
			}
			field.Name = f.Name
		}
		field.Strategy = f.Tag.Get("patchStrategy")
		field.MergeKey = f.Tag.Get("patchMergeKey")
		field.Type = c.ref(f.Type)
		s.Fields = append(s.Fields, field)
	}
	c.structs[name] = s
	return name
}
