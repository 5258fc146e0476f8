package fieldpath

import (
	"bytes"
	"io"

	"sigs.k8s.io/structured-merge-diff/v6/schema"
	"sigs.k8s.io/structured-merge-diff/v6/value"
)

// RecordedSet is the wire format of a set, as a text.
func RecordedSet(s *Set) string {
	text, err := s.toJSONUnrecorded()
	if err != nil {
		panic(err)
	}
	return string(text)
}

// RecordedPath is the wire format of each element.
func RecordedPath(p Path) []string {
	elements := []string{}
	for _, pe := range p {
		text, err := serializePathElementUnrecorded(pe)
		if err != nil {
			panic(err)
		}
		elements = append(elements, text)
	}
	return elements
}

// RecordedManagers are managers with their sets.
func RecordedManagers(managers ManagedFields) map[string]any {
	out := map[string]any{}
	for name, set := range managers {
		out[name] = map[string]any{"fields": RecordedSet(set.Set()), "version": set.APIVersion(), "applied": set.Applied()}
	}
	return out
}

// RecordedFilter is a filter as data.
func RecordedFilter(f Filter) any {
	switch filter := f.(type) {
	case excludeFilter:
		if filter.excludeSet == nil {
			return map[string]any{"exclude": "{}"}
		}
		return map[string]any{"exclude": RecordedSet(filter.excludeSet)}
	case includeMatcherFilter:
		return map[string]any{"include": recordedPatterns(filter.matcher)}
	}
	return nil
}

func recordedPatterns(m *SetMatcher) [][]string {
	if m.wildcard {
		return [][]string{{}}
	}
	patterns := [][]string{}
	for _, member := range m.members {
		first := "*"
		if !member.Path.Wildcard {
			first = RecordedPath(Path{member.Path.PathElement})[0]
		}
		for _, rest := range recordedPatterns(member.Child) {
			patterns = append(patterns, append([]string{first}, rest...))
		}
	}
	return patterns
}

func recordSets(operation string, a, b, result *Set) {
	value.Record("sets", map[string]any{"operation": operation, "a": RecordedSet(a), "b": RecordedSet(b), "result": RecordedSet(result)})
}

func (s *Set) Union(s2 *Set) *Set {
	leave := value.EnterRecorded()
	result := s.unionUnrecorded(s2)
	if leave() {
		recordSets("union", s, s2, result)
	}
	return result
}

func (s *Set) Intersection(s2 *Set) *Set {
	leave := value.EnterRecorded()
	result := s.intersectionUnrecorded(s2)
	if leave() {
		recordSets("intersection", s, s2, result)
	}
	return result
}

func (s *Set) Difference(s2 *Set) *Set {
	leave := value.EnterRecorded()
	result := s.differenceUnrecorded(s2)
	if leave() {
		recordSets("difference", s, s2, result)
	}
	return result
}

func (s *Set) RecursiveDifference(s2 *Set) *Set {
	leave := value.EnterRecorded()
	result := s.recursiveDifferenceUnrecorded(s2)
	if leave() {
		recordSets("recursiveDifference", s, s2, result)
	}
	return result
}

func (s *Set) Leaves() *Set {
	leave := value.EnterRecorded()
	result := s.leavesUnrecorded()
	if leave() {
		recordSets("leaves", s, NewSet(), result)
	}
	return result
}

func (s *Set) EnsureNamedFieldsAreMembers(sc *schema.Schema, tr schema.TypeRef) *Set {
	leave := value.EnterRecorded()
	result := s.ensureNamedUnrecorded(sc, tr)
	if leave() {
		value.Record("named", map[string]any{"type": value.RecordedType(sc, tr), "fields": RecordedSet(s), "result": RecordedSet(result)})
	}
	return result
}

func (s *Set) FilterIncludeMatches(pattern *SetMatcher) *Set {
	leave := value.EnterRecorded()
	result := s.filterIncludeMatchesUnrecorded(pattern)
	if leave() {
		value.Record("matches", map[string]any{"patterns": recordedPatterns(pattern), "fields": RecordedSet(s), "result": RecordedSet(result)})
	}
	return result
}

func (s *Set) Has(p Path) bool {
	result := s.hasUnrecorded(p)
	if value.IsCalledByTest() {
		value.Record("has", map[string]any{"fields": RecordedSet(s), "path": RecordedPath(p), "result": result})
	}
	return result
}

func (s *Set) String() string {
	result := s.stringUnrecorded()
	if value.IsCalledByTest() {
		value.Record("setString", map[string]any{"fields": RecordedSet(s), "result": result})
	}
	return result
}

func (s *Set) ToJSON() ([]byte, error) {
	result, err := s.toJSONUnrecorded()
	if value.IsCalledByTest() && err == nil {
		value.Record("wire", map[string]any{"text": string(result), "result": string(result), "size": s.Size()})
	}
	return result, err
}

func (s *Set) FromJSON(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	err = s.fromJSONUnrecorded(bytes.NewReader(text))
	row := map[string]any{"text": string(text)}
	if err != nil {
		row["error"] = err.Error()
	} else {
		row["result"] = RecordedSet(s)
		row["size"] = s.Size()
	}
	value.Record("wire", row)
	return err
}

func SerializePathElement(pe PathElement) (string, error) {
	result, err := serializePathElementUnrecorded(pe)
	if value.IsCalledByTest() && err == nil {
		value.Record("element", map[string]any{"text": result, "result": result, "printed": pe.String()})
	}
	return result, err
}

func DeserializePathElement(s string) (PathElement, error) {
	pe, err := deserializePathElementUnrecorded(s)
	if value.IsCalledByTest() {
		row := map[string]any{"text": s}
		if err != nil {
			row["error"] = err.Error()
		} else {
			row["result"] = RecordedPath(Path{pe})[0]
			row["printed"] = pe.String()
		}
		value.Record("element", row)
	}
	return pe, err
}

func (fp Path) String() string {
	result := fp.stringUnrecorded()
	if value.IsCalledByTest() {
		value.Record("path", map[string]any{"path": RecordedPath(fp), "result": result})
	}
	return result
}

func (fp Path) Compare(rhs Path) int {
	result := fp.compareUnrecorded(rhs)
	if value.IsCalledByTest() {
		value.Record("comparePaths", map[string]any{"a": RecordedPath(fp), "b": RecordedPath(rhs), "result": result})
	}
	return result
}

func (e PathElement) Less(rhs PathElement) bool {
	result := e.lessUnrecorded(rhs)
	if value.IsCalledByTest() && e != (PathElement{}) && rhs != (PathElement{}) {
		order := 0
		if result {
			order = -1
		} else if rhs.lessUnrecorded(e) {
			order = 1
		}
		value.Record("comparePaths", map[string]any{"a": RecordedPath(Path{e}), "b": RecordedPath(Path{rhs}), "result": order})
	}
	return result
}
