package main

import _ "gopkg.in/evanphx/json-patch.v4"

// jsonPatchLibrary has every call that the tests of the JSON patch library make.
func jsonPatchLibrary() map[string]any {
	recordings := recordTests("gopkg.in/evanphx/json-patch.v4", "gopkg.in/evanphx/json-patch.v4", "jsonpatch.go.txt", map[string]map[string]string{
		"patch.go": {
			"func DecodePatch(":     "func recordedDecode(",
			"func (p Patch) Apply(": "func (p Patch) recordedApply(",
		},
		"merge.go": {
			"func MergePatch(":       "func recordedMerge(",
			"func CreateMergePatch(": "func recordedCreateMerge(",
		},
	})
	rows := []any{}
	for _, recording := range recordings {
		rows = append(rows, recording.Row)
	}
	return map[string]any{"calls": rows}
}
