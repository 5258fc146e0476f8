package main

import (
	"maps"

	"vectors-patch/graph"
)

// strategicMergePatches has every call that the tests of the reference make, our inputs, and the types of both.
func strategicMergePatches() map[string]any {
	recordings := recordTests("k8s.io/apimachinery", "k8s.io/apimachinery/pkg/util/strategicpatch", "strategicpatch.go.txt", map[string]map[string]string{
		"patch.go": {
			"func CreateTwoWayMergePatchUsingLookupPatchMeta(": "func recordedTwoWay(",
			"func CreateThreeWayMergePatch(":                   "func recordedThreeWay(",
			"func StrategicMergePatchUsingLookupPatchMeta(":    "func recordedApply(",
		},
	})
	structs := graph.Structs{}
	rows := []any{}
	for _, recording := range recordings {
		maps.Copy(structs, recording.Structs)
		rows = append(rows, recording.Row)
	}
	return map[string]any{"calls": append(rows, ourCalls(structs)...), "structs": structs}
}
