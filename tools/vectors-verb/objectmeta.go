package main

import (
	"encoding/json"
	"strings"

	"k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

type metaRow struct {
	Metadata     json.RawMessage `json:"metadata"`
	Old          json.RawMessage `json:"old,omitempty"`
	IsNamespaced bool            `json:"isNamespaced"`
	// Each as `field: message`.
	Problems []string `json:"problems"`
}

func objectMeta() []any {
	var rows []any
	for _, text := range newMetas() {
		for _, isNamespaced := range []bool{true, false} {
			errs := validation.ValidateObjectMeta(parseMeta(text), isNamespaced, validation.NameIsDNSSubdomain, field.NewPath("metadata"))
			rows = append(rows, metaRow{Metadata: json.RawMessage(text), IsNamespaced: isNamespaced, Problems: problems(errs)})
		}
	}
	old := `{"name":"a","namespace":"n","uid":"u","resourceVersion":"5","generation":3,"creationTimestamp":"2026-01-01T00:00:00Z","finalizers":["a.b/c"]}`
	terminating := `{"name":"a","namespace":"n","uid":"u","resourceVersion":"5","generation":3,"creationTimestamp":"2026-01-01T00:00:00Z","finalizers":["a.b/c"],"deletionTimestamp":"2026-01-02T00:00:00Z","deletionGracePeriodSeconds":0}`
	for _, before := range []string{old, terminating} {
		for _, change := range changes {
			after := withChange(before, change)
			errs := validation.ValidateObjectMetaUpdate(parseMeta(after), parseMeta(before), field.NewPath("metadata"))
			rows = append(rows, metaRow{Metadata: json.RawMessage(after), Old: json.RawMessage(before), Problems: problems(errs)})
		}
	}
	return rows
}

// One key at a time: the reference goes through maps in random order.
func newMetas() []string {
	metas := []string{}
	add := func(fields string) { metas = append(metas, `{"name":"a","namespace":"n"`+fields+`}`) }
	for _, name := range []string{"", "a", "A", "a.b", "a..b", "-a", "a-", "a_b", "a/b", "é", strings.Repeat("a", 253), strings.Repeat("a", 254), "..", "a%b"} {
		metas = append(metas, `{"name":`+quoted(name)+`,"namespace":"n"}`, `{"generateName":`+quoted(name)+`,"name":"a","namespace":"n"}`)
	}
	metas = append(metas, `{}`, `{"generateName":"a-","namespace":"n"}`, `{"generateName":"-","name":"x","namespace":"n"}`)
	for _, namespace := range []string{"", "N", "a.b", strings.Repeat("a", 64), "a b"} {
		metas = append(metas, `{"name":"a","namespace":`+quoted(namespace)+`}`)
	}
	add(`,"generation":-1`)
	for _, key := range []string{"a", "a/b", "a/b/c", "/b", "a/", "A/b", "a b", "", "-a", strings.Repeat("a", 64), strings.Repeat("a", 254) + "/b", "é", "a.b/C_d", "..", "x/" + strings.Repeat("a", 63)} {
		add(`,"labels":{` + quoted(key) + `:"v"}`)
		add(`,"annotations":{` + quoted(key) + `:"v"}`)
		add(`,"finalizers":[` + quoted(key) + `]`)
	}
	for _, value := range []string{"", "a", "-a", "a-", "a b", "a.b_C", strings.Repeat("a", 63), strings.Repeat("a", 64), "é"} {
		add(`,"labels":{"k":` + quoted(value) + `}`)
	}
	add(`,"finalizers":["orphan","foregroundDeletion"]`)
	add(`,"finalizers":["orphan","orphan"]`)
	for _, owner := range []string{
		`{"apiVersion":"v1","kind":"Pod","name":"p","uid":"u"}`,
		`{"apiVersion":"","kind":"","name":"","uid":""}`,
		`{"apiVersion":"a/b/c","kind":"Pod","name":"p","uid":"u"}`,
		`{"apiVersion":"apps/","kind":"Pod","name":"p","uid":"u"}`,
		`{"apiVersion":"v1","kind":"Event","name":"e","uid":"u","controller":false,"blockOwnerDeletion":true}`,
		`{"apiVersion":"events.k8s.io/v1","kind":"Event","name":"e","uid":"u"}`,
	} {
		add(`,"ownerReferences":[` + owner + `]`)
	}
	controller := func(name string) string {
		return `{"apiVersion":"v1","kind":"Pod","name":"` + name + `","uid":"u","controller":true}`
	}
	add(`,"ownerReferences":[` + controller("a") + `,` + controller("b") + `]`)
	add(`,"ownerReferences":[` + controller("a") + `,` + controller("b") + `,` + controller("c") + `]`)
	for _, entry := range []string{
		`{"manager":"m","operation":"Apply","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{}}`,
		`{"manager":"m","operation":"Update"}`,
		`{}`,
		`{"operation":"apply"}`,
		`{"operation":"Apply","fieldsType":"FieldsV2"}`,
		`{"operation":"Apply","manager":"` + strings.Repeat("é", 65) + `"}`,
		`{"operation":"Apply","manager":"é\u0007a\u00a0b\t"}`,
		`{"operation":"Apply","subresource":"` + strings.Repeat("s", 257) + `"}`,
	} {
		add(`,"managedFields":[` + entry + `]`)
	}
	return metas
}

var changes = []string{
	`{}`, `{"resourceVersion":""}`, `{"generation":2}`, `{"generation":4}`, `{"name":"b"}`, `{"namespace":"m"}`, `{"namespace":null}`, `{"uid":"v"}`, `{"uid":null}`,
	`{"creationTimestamp":"2026-01-01T00:00:01Z"}`, `{"creationTimestamp":null}`, `{"deletionTimestamp":"2026-01-03T00:00:00Z"}`, `{"deletionTimestamp":null}`,
	`{"deletionGracePeriodSeconds":5}`, `{"deletionGracePeriodSeconds":null}`, `{"finalizers":["a.b/c","z/z","d.e/f"]}`, `{"finalizers":[]}`, `{"finalizers":["not good"]}`,
	`{"labels":{"a b":"x"}}`, `{"annotations":{"a b":"x"}}`, `{"ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"","uid":"u"}]}`, `{"managedFields":[{"operation":"x"}]}`,
	`{"generateName":"-"}`, `{"name":"A"}`,
}

func parseMeta(text string) *metav1.ObjectMeta {
	meta := &metav1.ObjectMeta{}
	if err := json.Unmarshal([]byte(text), meta); err != nil {
		panic(err)
	}
	return meta
}

func withChange(text, change string) string {
	fields := map[string]json.RawMessage{}
	for _, part := range []string{text, change} {
		if err := json.Unmarshal([]byte(part), &fields); err != nil {
			panic(err)
		}
	}
	for name, value := range fields {
		if string(value) == "null" {
			delete(fields, name)
		}
	}
	merged, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return string(merged)
}

func problems(errs field.ErrorList) []string {
	texts := []string{}
	for _, err := range errs {
		texts = append(texts, err.Error())
	}
	return texts
}

func quoted(text string) string {
	value, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(value)
}
