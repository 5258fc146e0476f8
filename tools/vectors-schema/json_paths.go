package main

import (
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/client-go/util/jsonpath"
)

func init() { area("json-paths", jsonPaths) }

const pathObject = `{"metadata":{"name":"n","annotations":{"a.b/c":"dotted"}},"spec":{"i":5,"f":1.5,"s":"text","b":true,"n":null,"o":{"x":{"y":"deep"}},"l":["p","q","r"],"items":[{"name":"a","n":1,"f":1.5},{"name":"b","n":2},{"name":"c","n":3,"tags":["t"]}]},
"status":{"conditions":[{"type":"Other","status":"False"},{"type":"Ready","status":"True","reason":"x"}]}}`

func jsonPaths() map[string]any {
	paths := []string{".", "", "$", "@", ".metadata.name", "$.metadata.name", "metadata.name", ".spec.zzz", ".zzz.y", ".spec.s.x", ".spec.n", ".spec.n.x", ".spec.o.x.y", "..y", "..name", "..", "....y",
		".spec.l", ".spec.l[*]", ".spec.l[0]", ".spec.l[2]", ".spec.l[3]", ".spec.l[-1]", ".spec.l[-3]", ".spec.l[-4]", ".spec.l[0:2]", ".spec.l[1:]", ".spec.l[:2]", ".spec.l[:-1]", ".spec.l[-2:]", ".spec.l[0:3:2]", ".spec.l[::2]", ".spec.l[::0]", ".spec.l[1:1]", ".spec.l[2:1]", ".spec.l[0:9]", ".spec.l[x]", ".spec.l[", ".spec.l[0", ".spec.l[0,2]", ".spec.l[0, 1]", ".spec.l[]", ".spec.s[0]", ".spec.n[0]", ".spec.zzz[0]", ".spec.l[0].x",
		".spec['s']", ".spec['s','i']", ".spec['o'].x", ".spec['o.x']", ".metadata.annotations.a\\.b/c", ".metadata.annotations['a\\.b/c']", ".metadata.annotations['a.b/c']", ".spec.items[*].name", ".spec.items.*", ".spec.items[*].tags[0]", ".spec.items[0].*",
		`.status.conditions[?(@.type=="Ready")].status`, `.status.conditions[?(@.type=='Ready')].status`, `.status.conditions[?(@.type == "Ready")].status`, `.status.conditions[?(@.type!="Ready")].status`, `.status.conditions[?(@.reason)].type`, `.status.conditions[?(.reason)].type`, `.status.conditions[?(@.type=="None")].status`, `.status.conditions[?(@.zzz=="x")].status`, `.status.conditions[?(@.type=="Ready")`, `.status.conditions[?(@.type=="Ready"]`, `.status.conditions[?(@.type=="Re)dy")].status`, `.status.conditions[?(@.type=Ready)].status`, `.status.conditions[?(@.type==Ready)].status`, `.status.conditions[?(@.type=="Ready")].status.x`,
		".spec.items[?(@.n>1)].name", ".spec.items[?(@.n>=2)].name", ".spec.items[?(@.n<2)].name", ".spec.items[?(@.n<=1)].name", ".spec.items[?(@.n==2)].name", ".spec.items[?(@.n!=2)].name", ".spec.items[?(@.n>1.5)].name", ".spec.items[?(@.f>1.2)].name", `.spec.items[?(@.name>"a")].name`, `.spec.items[?(@.n=="2")].name`, ".spec.items[?(@.tags)].name", ".spec.items[?(1==@.n)].name", ".spec.items[?(@.n===1)].name", ".spec.s[?(@.x)]", ".spec.zzz[?(@.x)]", ".spec[?(@.x)]",
		`"text"`, "'text'", `"un`, "5", "1.5", "-3", "1.2.3", "true", "foo", ".spec.b", ".spec.i", ".spec.f", " .spec.i ", ".spec .i", ".spec, .i", ".spec{.i}", "#", ".spec.l | x", ".spec.\\*", ".spec.*.x.y"}
	var object any
	check(json.Unmarshal([]byte(pathObject), &object))
	rows := []map[string]any{}
	for _, path := range paths {
		row := map[string]any{"path": path, "found": nil}
		parser := jsonpath.New("path").AllowMissingKeys(true)
		if err := parser.Parse("{" + path + "}"); err != nil {
			row["isRefused"] = true
		} else if results, err := parser.FindResults(object); err == nil {
			found := []any{}
			if len(results) > 0 {
				for _, value := range results[0] {
					found = append(found, value.Interface())
				}
			}
			row["found"] = found
		}
		rows = append(rows, row)
	}
	return map[string]any{"paths": rows, "objects": []any{object}}
}
