package main

import (
	"encoding/json"
	"fmt"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
)

func init() {
	area("json-patches", jsonPatches)
	area("merge-patches", mergePatches)
}

func jsonPatches() any {
	cases := [][2]string{}
	const document = `{"a":1,"list":[1,2,3],"object":{"x":{"y":"z"},"n":null},"s":"text","~t/il":{"~":"tilde","/":"slash","":"empty"},"":"root"}`
	for _, operation := range []string{"add", "remove", "replace", "test"} {
		for _, path := range []string{
			"", "/", "/a", "/b", "/a/b", "/s/0", "/list", "/list/0", "/list/2", "/list/3", "/list/4", "/list/-", "/list/-1", "/list/-3", "/list/-4", "/list/-5", "/list/01", "/list/+1", "/list/x", "/list/1.0", "/list/",
			"/list/0/x", "/object", "/object/x", "/object/x/y", "/object/q/y", "/object/n", "/object/n/x", "/~0t~1il", "/~0t~1il/~0", "/~0t~1il/~1", "/~0t~1il/", "/~01", "/~2", "/~t~1il", "a", "x/a", "//a", "/toString", "/__proto__", "/constructor/prototype", "/__proto__/polluted", "/ a", "/%61",
		} {
			for _, value := range []string{"", `null`, `1`, `"z"`, `{"y":"z"}`, `[1,2,3]`} {
				if operation == "remove" && value != "" {
					continue
				}
				patch := fmt.Sprintf(`{"op":%q,"path":%q`, operation, path)
				if value != "" {
					patch += `,"value":` + value
				}
				cases = append(cases, [2]string{document, "[" + patch + "}]"})
			}
		}
	}
	for _, operation := range []string{"move", "copy"} {
		for _, from := range []string{"", "/a", "/b", "/list", "/list/0", "/list/-1", "/list/3", "/list/-", "/object/x", "/object/n", "/object/q/r", "x/a"} {
			for _, path := range []string{"", "/a", "/b", "/list/0", "/list/-", "/list/1", "/list/4", "/list/-1", "/object/x/y", "/object/x", "/object/n/x", "/q/r"} {
				cases = append(cases, [2]string{document, fmt.Sprintf(`[{"op":%q,"from":%q,"path":%q}]`, operation, from, path)})
			}
		}
	}
	cases = append(cases, [][2]string{
		{`{}`, `[]`},
		{`{"a":1}`, `[{"op":"add","path":"/b","value":{"c":[]}},{"op":"add","path":"/b/c/-","value":1},{"op":"copy","from":"/b","path":"/d"},{"op":"add","path":"/d/c/-","value":2}]`},
		{`{"a":1}`, `[{"op":"test","path":"/a","value":1},{"op":"replace","path":"/a","value":2},{"op":"test","path":"/a","value":1}]`},
		{`{"a":{"b":1,"c":[{"d":null}]}}`, `[{"op":"test","path":"/a","value":{"c":[{"d":null}],"b":1}}]`},
		{`{"a":{"b":1}}`, `[{"op":"test","path":"/a","value":{"b":1,"c":2}}]`},
		{`{"a":{"b":1,"c":2}}`, `[{"op":"test","path":"/a","value":{"b":1}}]`},
		{`{"a":[]}`, `[{"op":"test","path":"/a","value":{}}]`},
		{`{"a":{}}`, `[{"op":"test","path":"/a","value":[]}]`},
		{`{"a":"1"}`, `[{"op":"test","path":"/a","value":1}]`},
		{`{"a":true}`, `[{"op":"test","path":"/a","value":false}]`},
		{`{"a":1}`, `[{"op":"test","path":"","value":{"a":1}}]`},
		{`{"a":1}`, `[{"op":"test","path":"","value":{"a":2}}]`},
		{`{"a":9007199254740993}`, `[{"op":"test","path":"/a","value":9007199254740993},{"op":"copy","from":"/a","path":"/b"}]`},
		{`{"a":9007199254740993}`, `[{"op":"test","path":"/a","value":9007199254740992}]`},
		{`{"a":[1,2]}`, `[{"op":"remove","path":"/a/0"},{"op":"remove","path":"/a/0"},{"op":"remove","path":"/a/0"}]`},
		{`{"a":[1,2]}`, `[{"op":"move","from":"/a/0","path":"/a/1"}]`},
		{`{"a":[1,2]}`, `[{"op":"move","from":"/a/0","path":"/a/2"}]`},
		{`{"a":{"b":1}}`, `[{"op":"move","from":"/a","path":"/a/b"}]`},
		{`{"a":{"b":1}}`, `[{"op":"copy","from":"/a","path":"/a/b"}]`},
		{`{"a":1}`, `[{"op":"replace","path":"","value":{"b":2}},{"op":"add","path":"/c","value":3}]`},
		{`{"a":1}`, `[{"op":"nothing","path":"/a"}]`},
		{`{"a":1}`, `[{"path":"/a","value":1}]`},
		{`{"a":1}`, `[{"op":"add","value":1}]`},
		{`{"a":1}`, `[{"op":"move","path":"/b"}]`},
		{`{"a":1}`, `[{"op":"add","path":1,"value":1}]`},
		{`{"a":1}`, `[{"op":"add","path":null,"value":1}]`},
		{`{"a":1}`, `[1]`},
		{`{"a":1}`, `{}`},
		{`{"a":1}`, `[{"op":"add","path":"/b","value":1,"unknown":true}]`},
	}...)

	var rows []row
	for _, c := range cases {
		patch, err := jsonpatch.DecodePatch([]byte(c[1]))
		entry := row{"patch": json.RawMessage(c[1])}
		if c[0] != document {
			entry["document"] = json.RawMessage(c[0])
		}
		if err == nil {
			var result []byte
			result, err = apply(patch, c[0])
			entry["result"] = raw(result)
		}
		entry["error"] = errorText(err)
		rows = append(rows, entry)
	}
	return map[string]any{"document": json.RawMessage(document), "apply": rows}
}

// apply gives an error where the library panics, as it does for some lists with null.
func apply(patch jsonpatch.Patch, document string) (result []byte, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("panic: %v", problem)
		}
	}()
	return patch.Apply([]byte(document))
}

func mergePatches() any {
	var rows []row
	values := []string{`1`, `null`, `"s"`, `{}`, `{"b":1}`, `{"b":null}`, `{"b":{"c":null,"d":1}}`, `[]`, `[1,null]`, `[{"b":null,"c":1}]`, `[[{"b":null}]]`}
	add := func(document, patch string) {
		result, err := jsonpatch.MergePatch([]byte(document), []byte(patch))
		rows = append(rows, row{"document": json.RawMessage(document), "patch": json.RawMessage(patch), "result": raw(result), "error": errorText(err)})
	}
	for _, before := range values {
		for _, after := range values {
			add(`{"a":`+before+`}`, `{"a":`+after+`}`)
		}
		add(`{}`, `{"a":`+before+`}`)
		add(`{"a":`+before+`,"z":1}`, `{}`)
		add(`{"a":1}`, before)
	}
	add(`{"a":{"b":{"c":1,"d":2}},"e":9007199254740993}`, `{"a":{"b":{"c":null,"e":9007199254740995}},"f":{"g":{"h":null}}}`)
	add(`{"__proto__":{"a":1}}`, `{"__proto__":{"b":2}}`)
	return map[string]any{"apply": rows}
}

func raw(text []byte) any {
	if text == nil {
		return nil
	}
	return json.RawMessage(text)
}
