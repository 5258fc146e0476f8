package main

import (
	"log"
	"math/rand"
	"reflect"
	"strings"

	"sigs.k8s.io/controller-tools/pkg/markers"
)

// argumentTypes are those that an argument of a marker may have.
var argumentTypes = []struct {
	name string
	zero any
}{
	{"any", (*any)(nil)},
	{"string", ""},
	{"int", 0},
	{"float", 0.0},
	{"bool", false},
	{"strings", []string(nil)},
	{"ints", []int(nil)},
	{"anys", []any(nil)},
	{"lists", [][]string(nil)},
}

var words = []string{
	// strings
	`a`, `hello`, `hello world`, `"hello"`, `"hello, world"`, "`hello; world`", `'hello'`, `it's`, `"it's"`, `""`, "``", ` a`, `a `, ` "a" `,
	`"a" b`, `a "b"`, `a"b,c"`, `a"b`, `"a`, "`a", `"a\"b"`, `"a\\"`, `"\n\t\a\b\f\r\v"`, `"\x41\u00e9\U0001F600\101"`, `"\q"`, `"\'"`, `"\x4"`, `"\u12"`,
	`"\ud800"`, `"\U00110000"`, `"\400"`, `"\xe4\xbd\xa0"`, "`a\\nb`", `é`, `日本`, `"😀"`, `😀`, `a:b`, `a=b`, `a=b=c`, `/metrics`, `*`, `.spec.size`, `a.b/c`,
	`^[a-z]+$`, `^[a-z]{1,3}$`, "`^[a-z]{1,3}$`", `a,b`, `a, b`, `,`, `;`, `}`, `{`, `a}`, `a}b`, `a b;c d`, `a ;b`, `a ,b`, `core`, `""; core`, `#`, `a # b`, `a//b`, `a/*b*/c`,
	// numbers
	`0`, `1`, `-1`, `- 1`, `--1`, `+1`, ` 1`, ` -1`, `1 `, `01`, `010`, `08`, `087bdd`, `0x10`, `0X1f`, `0b11`, `0o17`, `0b12`, `0xg`, `1_000`, `1__0`, `_1`, `1_`, `1.0`, `1.`, `.5`,
	`-.5`, `1.5`, `-1.5`, `1e3`, `1E-3`, `1e`, `1e+`, `1.5e300`, `1e400`, `0x1p4`, `0x1.8p1`, `0x.8p1`, `0x1.8`, `1p4`, `08.5`, `1_0.5`, `0x_1p4`, `1.2.3`, `1.5.`, `100Mi`, `2024-01-15`,
	`123/config`, `1a`, `1 2`, `1,2`, `1;2`, `9007199254740993`, `9223372036854775807`, `9223372036854775808`, `-9223372036854775808`, `-9223372036854775809`, `1.7976931348623157e308`,
	`NaN`, `Inf`, `-inf`, `infinity`, `00`, `-0`, `-0.0`, `5%`, `1d`, `1..2`,
	// booleans
	`true`, `false`, `True`, `TRUE`, `t`, `truely`, `true story`, `true;false`, `"true"`, `f`, `fals`,
	// lists
	`a;b`, `a;b;`, `;a`, `a;;b`, `a; b ; c`, `{a,b}`, `{a, b}`, `{ a , b }`, `{a,b,}`, `{,a}`, `{a;b}`, `{a b, c}`, `{"a","b"}`, `{"a", 1}`, `{1, "a"}`, `{1,2}`, `{1, 2.5}`, `{1.5, 2}`,
	`{true,false}`, `{true, 1}`, `1;a`, `a;1`, `"a";"b"`, `1;2;3`, `1.5;2`, `{}`, `{ }`, `{a}`, `{a`, `{a,`, `{a,b}c`, `{a,b},c`, `{{a,b},{c}}`, `{{1},{2,3}}`, `{a,b};{c}`, `{1};{2}`, `{{}}`, `{{},{}}`,
	// maps
	`{a: b}`, `{a:b}`, `{ a : b }`, `{a: 1, b: two, c: true, d: 1.5}`, `{"a": "b"}`, `{"a b": c}`, "{`a`: `b`}", `{a: {b: c}}`, `{a: {b: {c: 1}}}`, `{a: {1,2}}`, `{a: x;y}`, `{a: x;y, b: 1}`,
	`{a: {b: c; d}}`, `{a: }`, `{a: b,}`, `{a: b`, `{a: b, c}`, `{a: b c: d}`, `{a b: c}`, `{a: b}}`, `{a: -1}`, `{a:-1}`, `{a: 100Mi, b: 5}`, `{a: http://x}`, `{a: "http://x"}`, `{1: a}`,
	`{true: a}`, `{a: {}}`, `{a: {}, b: {}}`, `{{a: b}, {a: c}}`, `{{a: 1}, {b: x}}`, `{a: b};{c: d}`, `{a: {{b: 1}, {b: 2}}}`, `{a: b, a: c}`, `{policy: "delete"}`, `{__proto__: 1}`, `{a: 1;2}`,
	`{a: 1 }`, `{"a":"b","c":["d"]}`, `[1,2]`, `{a: [1]}`, `{limits: {cpu: 500m, memory: "128Mi"}, requests: {cpu: 100m}}`,
}

// pieces are what random values are made of.
var pieces = []string{
	"a", "b c", "1", "-2", "3.5", "true", "false", "{", "}", "{", "}", ",", ",", ";", ":", ":", " ", " ", `"q"`, "`r`", `"`, "'", "0x1", "08", "-", ".", "=", "é",
}

// valueRows parses each value as an argument of each type: a list of one value, or null where it is refused.
func valueRows() []any {
	texts := append([]string{}, words...)
	random := rand.New(rand.NewSource(7))
	for range 700 {
		var text strings.Builder
		for range 2 + random.Intn(8) {
			text.WriteString(pieces[random.Intn(len(pieces))])
		}
		texts = append(texts, text.String())
	}
	var rows []any
	for _, text := range texts {
		row := map[string]any{"text": text}
		for _, argument := range argumentTypes {
			definition := &markers.Definition{Name: "test", Target: markers.DescribesField, Strict: true}
			if argument.name == "any" {
				definition = must(markers.MakeAnyTypeDefinition("test", markers.DescribesField, struct{ Value any }{}))
			} else {
				definition = must(markers.MakeDefinition("test", markers.DescribesField, argument.zero))
			}
			value, ok := parse(definition, "+test="+text)
			if !ok {
				row[argument.name] = nil
			} else if argument.name == "any" {
				row[argument.name] = []any{value.(struct{ Value any }).Value}
			} else {
				row[argument.name] = []any{value}
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// parse says whether the parser takes a marker; a panic of it is a refusal.
func parse(definition *markers.Definition, text string) (value any, ok bool) {
	defer func() {
		if recover() != nil {
			value, ok = nil, false
		}
	}()
	value, err := definition.Parse(text)
	if err != nil {
		return nil, false
	}
	return value, true
}

func must(definition *markers.Definition, err error) *markers.Definition {
	if err != nil {
		log.Fatal(err)
	}
	return definition
}

// argumentsOf is a parsed marker by the names of its arguments.
func argumentsOf(definition *markers.Definition, value any) map[string]any {
	args := map[string]any{}
	for name, field := range definition.FieldNames {
		if field == "" {
			args[name] = value
		} else {
			args[name] = reflect.ValueOf(value).FieldByName(field).Interface()
		}
	}
	return args
}
