package main

import (
	"math/rand"
	"strings"

	"k8s.io/apimachinery/pkg/fields"
)

func init() { area("field-selectors", fieldSelectors) }

var fieldSets = []fields.Set{
	{},
	{"a": "b"},
	{"a": "", "c": "d"},
	{"a": "b,c", "c": "d=e"},
	{"metadata.name": "web", "metadata.namespace": "default"},
	{"status.phase": "Running", "spec.unschedulable": "true"},
	{"a": `\`, "c": " d"},
	{"": "b"},
}

func fieldSelectors() any {
	texts := []string{
		"", " ", ",", ",,", "a", "a=b", "a==b", "a!=b", "a=", "a==", "a!=", "=", "==", "!=", "=b", "==b", "!=b", "!", "!a", "a!b", "a===b", "a!==b", "a=!b", "a=b=c", "a=b!=c", "a==b==c", "a=b,c=d", "c=d,a=b", "a=b,", ",a=b", "a=b,,c=d", "a=b,c", "a,b", "a=b,a=b", "a=b,a!=b", "a!=b,a=b", "a=,c=d",
		" a = b ", "a=b, c=d", "a =b", "a= b", `a=b\,c`, `a=b\=c`, `a=b\\c`, `a=\\`, `a=\`, `a=b\`, `a=\n`, `a=\ä`, `a=b\,c,c=d\=e`, `a=b\\,c=d`, `a=b\\\,c=d`, `a\=b=c`, `a\,b=c`, `a\\b=c`, `\=b`, `a=\=`, `a=\,`, `a!=\,`, `a=b\,`, `a=b\`, `a=\\\\`, `a=\\\`, `\`, `\,`, `,\`,
		"metadata.name=web", "metadata.name==web", "metadata.name!=web", "metadata.name=web,metadata.namespace=default", "metadata.namespace=default,metadata.name=web", "status.phase=Running", "status.phase!=Running", "status.phase!=Running,status.phase!=Succeeded", "spec.unschedulable=true", "spec.nodeName=", "spec.nodeName!=", "a in (b)", "a in (b,c)", "a>1", "a<1", "a>=1",
		"ä=ö", "日本=語", "a=\U0001F600", "\U0001F600=a,\uffee=b", "b=1,B=1,_=1", "a=\x00", "a=\"b\"", "a='b'", "a=(b)", "constructor=x", "__proto__!=x", "a=b c", "a\tb=c", "a=b\n", ".=x", "a..b=c", "a.=b", ".a=b", "a[0]=b", "a=b;c=d", "a=b&c=d", "a=!", "a!=!", "a!!=b", "a=!=b", "a!=\\=b",
	}
	alphabet := []string{"a", "b", "c", "=", "==", "!=", "!", ",", `\`, `\,`, `\=`, " ", "metadata.name", "web"}
	random := rand.New(rand.NewSource(36))
	for range 400 {
		var text strings.Builder
		for range 1 + random.Intn(8) {
			text.WriteString(alphabet[random.Intn(len(alphabet))])
		}
		texts = append(texts, text.String())
	}
	var parsed []row
	for _, text := range texts {
		selector, err := fields.ParseSelector(text)
		if err != nil {
			parsed = append(parsed, row{"text": text, "error": err.Error()})
			continue
		}
		var matches strings.Builder
		for _, set := range fieldSets {
			if selector.Matches(set) {
				matches.WriteString("1")
			} else {
				matches.WriteString("0")
			}
		}
		requirements := []row{}
		for _, requirement := range selector.Requirements() {
			requirements = append(requirements, row{"field": requirement.Field, "operator": requirement.Operator, "value": requirement.Value})
		}
		entry := row{"text": text, "canonical": selector.String(), "empty": selector.Empty(), "matches": matches.String(), "requirements": requirements}
		if value, found := selector.RequiresExactMatch("a"); found {
			entry["exactA"] = value
		}
		parsed = append(parsed, entry)
	}
	var escapes []row
	for _, value := range []string{"", "a", `\`, ",", "=", `\,`, `\=`, `a,b=c\d`, "!", "ä,", `\\`, " "} {
		escapes = append(escapes, row{"value": value, "escaped": fields.EscapeValue(value)})
	}
	return map[string]any{"fieldSets": fieldSets, "parse": parsed, "escapes": escapes}
}
