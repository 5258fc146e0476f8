package main

import (
	"math/rand"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

func init() { area("label-selectors", labelSelectors) }

var labelSets = []labels.Set{
	nil,
	{"a": ""},
	{"a": "b"},
	{"a": "c", "x": "1"},
	{"a": "in", "in": "notin"},
	{"x": "5"},
	{"x": "-5"},
	{"x": "+7"},
	{"x": "9223372036854775807"},
	{"x": "9223372036854775808"},
	{"x": "1.5"},
	{"example.com/name": "web", "a": "b", "b": "b"},
	{"b": "b", "c": "", "tier": "front"},
	{"constructor": "x"},
}

func labelSelectors() any {
	long := strings.Repeat("a", 63)
	texts := []string{
		"", " ", "\t\r\n ", "a", "a ", " a", "!a", "! a", "!!a", "! !a", "a=b", "a =b", "a= b", "a = b", "a==b", "a == b", "a = = b", "a===b", "a=!b",
		"a!=b", "a !=b", "a! =b", "a != b", "a!b", "a!=!b", "a=", "a==", "a!=", "a=,b", "a=,", "a!=,b!=", "=", "==", "!=", "!", "=b", "==b", "!=b", ",", ",,", "a,", ",a", "a,,b", "a,b", "a,b,c",
		"c,b,a", "b=1,a=2", "a=2,a=1", "a,a", "a=1,!a", "b in (z,y,x),a notin (2,1)", "a in (b)", "a in(b)", "a in ( b )", "a in (b,c)", "a in (c,b)", "a in (b,b)", "a in (b,,c)", "a in (,)", "a in (,b)",
		"a in (b,)", "a in (,,)", "a in ()", "a in ( )", "a in", "a in ", "a in (", "a in (b", "a in (b,", "a in (,", "a in b", "a in =", "a in )", "a in (b c)", "a in (b=c)", "a in (!b)", "a in ((b))", "a in (b))", "a in (b),", "a in (b),c",
		"a in (b) c", "a in (=)", "a in (b;c)", "a in (in)", "a in (notin,in)", "in in (in)", "notin notin (notin)", "in", "notin", "!in", "in=in", "in in", "in,notin", "in(a)", "notin(a)", "a notin (b)", "a notin (b,c)", "a notin ()", "a notin", "a notin b",
		"a not in (b)", "a NOTIN (b)", "a IN (b)", "a In (b)", "ain (b)", "a inn (b)", "!a in (b)", "!a=b", "!a,b", "!a,!b", "a,!b,c=d", "x>1", "x > 1", "x>=1", "x<1", "x < 1", "x<=1", "x><1", "x<>1", "x>", "x<", "x>,a", "x>a", "x>1.5", "x>-1", "x>+1", "x>01",
		"x>9223372036854775807", "x>9223372036854775808", "x<-9223372036854775808", "x>1,x<9", "x>4,x<6", "x>(1)", "x>1,2", ">1", "<1", "x gt 1", "x gt (1)", "x lt 1", "x exists", "exists", "gt", "a=b c", "a b", "a b=c", "a=b=c", "a=b,c=d,e", "a=b, c=d", "a=b ,c=d", "a=b\n,\nc=d", "a\tin\t(b)",
		"example.com/name", "example.com/name=web", "example.com/name in (web)", "/name", "example.com/", "/", "a/b/c", "Example.com/a", "example.com/a/b=c", "-a", "a-", "_a", "a_", ".a", "a.", "a.b", "a-b", "a_b", "A", "1", "a=-b", "a=b-", "a=_b", "a=.b", "a=b.", "a=b_c.d-e", "a=B", "a=1",
		long, long + "a", "a=" + long, "a=" + long + "a", long + "a=" + long + "a", "a in (" + long + "a,b)", "a in (-b,c-)", strings.Repeat("a.", 126) + "a/b", strings.Repeat("a.", 127) + "a/b", strings.Repeat("a", 254) + "/b",
		"ä", "a=ä", "日本=a", "a=日本語", "a\u00a0=b", "a=\u200b", "a=\U0001F600", "\U0001F600", "a=\"b\"", "a='b'", "a=b\\", "a=\\,b", "a;b", "a:b", "a@b", "a#b", "a$", "a%b", "a&b", "a*b", "a|b", "a~b", "a`b", "a?", "[a]", "{a}", "a=(b)", "a=(b", "a=b)", "(a)", "(", ")", "()", "(a=b)",
		"a\x00", "a\x00b", "a,\x00b", "a=\x00b", "\x00", "\x00a", "a \x00", "a in (b\x00)", "a=\x01", "\x7f", "a=\x1b[0m", "a\vb", "a\fb", "a=\u2028", "constructor", "!constructor", "__proto__", "__proto__=a", "toString=a", "a=b/c", "a=b@c", "a!", "a!,b", "a!!", "a in !(b)", "a=in", "a=notin", "a!=in", "x>in",
		"a=b,", " a = b , c in ( d , e ) , ! f , g notin ( h ) , i != j , k == l , x > 3 , x < 4 ",
		"tier in (front,back),a notin (b),!z,x>1", "tier=front,b", "a!=b,b=b", "a notin (b,c)", "a in (,c)", "c=", "c in ()", "c notin ()", "c!=",
	}
	alphabet := []string{"a", "b", "x", "in", "notin", "=", "==", "!=", "!", "(", ")", ",", ">", "<", " ", "5", "example.com/name", "-"}
	random := rand.New(rand.NewSource(36))
	for range 500 {
		var text strings.Builder
		for range 1 + random.Intn(9) {
			text.WriteString(alphabet[random.Intn(len(alphabet))])
			if random.Intn(3) == 0 {
				text.WriteString(" ")
			}
		}
		texts = append(texts, text.String())
	}

	var parsed []row
	for _, text := range texts {
		selector, err := labels.Parse(text)
		if err != nil {
			parsed = append(parsed, row{"text": text, "error": err.Error()})
			continue
		}
		entry := row{"text": text, "canonical": selector.String(), "empty": selector.Empty(), "matches": matchesAll(selector), "requirements": requirementsOf(selector)}
		if value, found := selector.RequiresExactMatch("a"); found {
			entry["exactA"] = value
		}
		structure, err := metav1.ParseToLabelSelector(text)
		if err == nil {
			entry["structure"] = structure
		}
		parsed = append(parsed, entry)
	}
	return map[string]any{"labelSets": labelSets, "parse": parsed, "structures": structures()}
}

func matchesAll(selector labels.Selector) string {
	var out strings.Builder
	for _, set := range labelSets {
		if selector.Matches(set) {
			out.WriteString("1")
		} else {
			out.WriteString("0")
		}
	}
	return out.String()
}

func requirementsOf(selector labels.Selector) []row {
	out := []row{}
	requirements, _ := selector.Requirements()
	for _, requirement := range requirements {
		out = append(out, row{"key": requirement.Key(), "operator": requirement.Operator(), "values": requirement.ValuesUnsorted()})
	}
	return out
}

func structures() []row {
	type expressions = []metav1.LabelSelectorRequirement
	long := strings.Repeat("v", 64)
	selectors := []*metav1.LabelSelector{
		nil,
		{},
		{MatchLabels: map[string]string{}},
		{MatchExpressions: expressions{}},
	}
	for _, labels := range []map[string]string{
		{"a": "b"}, {"a": ""}, {"a": "b", "b": "b"}, {"b": "2", "a": "1", "c": "3"}, {"example.com/name": "web"}, {"": "b"}, {"-": "b"}, {"a b": "c"}, {"a": "b c"}, {"a": "-"}, {"a": long}, {long: "a"}, {"a": "ä"}, {"a\"": "b"}, {"a": "\"b\\"}, {"a": "tab\t"}, {"a": "\x00\a\b\f\n\r\v\x7f\u0085\u200b\ufeff\U000e0001日\U0001F600"}, {"a/b/c": "d"}, {"constructor": "x"},
	} {
		selectors = append(selectors, &metav1.LabelSelector{MatchLabels: labels})
	}
	for _, operator := range []metav1.LabelSelectorOperator{"In", "NotIn", "Exists", "DoesNotExist", "in", "Gt", "=", "", "Equals", "a\"b"} {
		for _, key := range []string{"a", "x", "example.com/name", "", "-a", "a b", "a/b/c"} {
			for _, values := range [][]string{nil, {}, {"b"}, {"c", "b"}, {"b", "b"}, {""}, {"", "c"}, {"-"}, {"b", "c d"}, {long, "-"}} {
				if values == nil && len(key) > 1 {
					continue
				}
				selectors = append(selectors, &metav1.LabelSelector{MatchExpressions: expressions{{Key: key, Operator: operator, Values: values}}})
			}
		}
	}
	selectors = append(selectors,
		&metav1.LabelSelector{MatchLabels: map[string]string{"b": "b"}, MatchExpressions: expressions{{Key: "a", Operator: "In", Values: []string{"b", "a"}}}},
		&metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}, MatchExpressions: expressions{{Key: "a", Operator: "Exists"}, {Key: "A", Operator: "DoesNotExist"}}},
		&metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}, MatchExpressions: expressions{{Key: "b", Operator: "In", Values: []string{}}}},
		&metav1.LabelSelector{MatchLabels: map[string]string{"a": "-"}, MatchExpressions: expressions{{Key: "b", Operator: "Nope"}}},
		&metav1.LabelSelector{MatchExpressions: expressions{{Key: "b", Operator: "Exists"}, {Key: "a", Operator: "Exists"}, {Key: "b", Operator: "NotIn", Values: []string{"c"}}}},
	)
	var out []row
	for _, structure := range selectors {
		selector, err := metav1.LabelSelectorAsSelector(structure)
		entry := row{"selector": structure}
		if structure == nil {
			delete(entry, "selector")
		}
		if err != nil {
			entry["error"] = err.Error()
		} else {
			_, selectable := selector.Requirements()
			entry["canonical"] = selector.String()
			entry["empty"] = selector.Empty()
			entry["selectable"] = selectable
			entry["matches"] = matchesAll(selector)
		}
		out = append(out, entry)
	}
	return out
}
