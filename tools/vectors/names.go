package main

import (
	"strings"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/api/validation/path"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func init() { area("names", names) }

// Each check answers with messages; `results` has, per check and input, indexes into `messages`.
func names() any {
	repeat := strings.Repeat
	inputs := []string{
		"", "a", "A", "1", "-", "_", ".", "..", "...", "..a", ".a", "a.", "a..b", "a.b", "a-b", "a_b", "a--b", "-a", "a-", "_a", "a_", "a.-b", "a-.b", "a.b-", "a._b", "_a._b", "a.b.c", "1a", "1.2.3.4", "a1", "aB", "Ab", "my-name", "MyName", "123-abc", "abc-123", "example.com", "Example.com", "*.example.com", "*", "*.", "*.*.a", "a.*.b", "*a.b", "*.A", "f*.a",
		"a/b", "/", "/a", "a/", "a/b/c", "//", "a//b", "example.com/name", "Example.com/name", "example.com/Name", "example.com/", "example.com/-a", "example.com/a-", "-.com/a", "example..com/a", "kubernetes.io/foregroundDeletion", "foregroundDeletion", "orphan", "example.com/a/b", "EXAMPLE.COM/A", "Ä.com/a", "İ/a", "K/a",
		" ", "a b", " a", "a ", "\t", "a\n", "\n", "a\nb", "a\x00b", "\x7f", "%", "a%b", "%2f", "100%", "0%", "%1", "1.5%", "-1%", "+1%", "1%%", "٣%", "=", "a=b", "a:b", "a,b", "a;b", "a'b", "a\"b", "a\\b", "a@b", "a~b", "a+b", "$a", "${A}", "ä", "é", "日本", "a\u0301", "ａ", "\U0001F600", "a\u200b", "ß", "ſ", "K",
		"http", "http-alt", "p--q", "a-1", "1-1", "123", "0", "80", "65535", "abcdefghijklmno", "abcdefghijklmnop", "HTTP", "ab-", "-ab", "12-34", "X-Header", "X_Header", "MY_ENV", "my.env-name", "1ENV", "..env", "key.name", "KEY_NAME", "key-name", "..key", ".key", "key/name",
		repeat("a", 15), repeat("a", 16), repeat("a", 62), repeat("a", 63), repeat("a", 64), repeat("a", 62) + "-", repeat("a", 63) + "-", repeat("a", 64) + "-", repeat("a", 253), repeat("a", 254), repeat("a", 252) + "-", repeat("a", 253) + "-", repeat("a", 63) + ".a", repeat("A", 64), repeat("ä", 31), repeat("ä", 32), repeat("-", 64), repeat("a.", 126) + "a", repeat("a.", 127) + "a", repeat("a", 253) + "/b", repeat("a", 254) + "/b", "b/" + repeat("a", 63), "b/" + repeat("a", 64), repeat("a", 254) + "/" + repeat("a", 64), repeat("A", 254) + "/" + repeat("-", 64), "*." + repeat("a", 251), "*." + repeat("a", 252), repeat("a.", 130) + "B", repeat("\U0001F600", 16),
		"a--", "--", "ab--", "-a-", "a.-", "constructor", "__proto__",
	}
	checks := map[string]func(string) []string{
		"IsDNS1123Label":                   validation.IsDNS1123Label,
		"IsDNS1123Subdomain":               validation.IsDNS1123Subdomain,
		"IsDNS1123SubdomainWithUnderscore": validation.IsDNS1123SubdomainWithUnderscore,
		"IsDNS1035Label":                   validation.IsDNS1035Label,
		"IsWildcardDNS1123Subdomain":       validation.IsWildcardDNS1123Subdomain,
		"IsQualifiedName":                  validation.IsQualifiedName,
		"IsValidLabelValue":                validation.IsValidLabelValue,
		"IsCIdentifier":                    validation.IsCIdentifier,
		"IsValidPortName":                  validation.IsValidPortName,
		"IsValidPercent":                   validation.IsValidPercent,
		"IsHTTPHeaderName":                 validation.IsHTTPHeaderName,
		"IsEnvVarName":                     validation.IsEnvVarName,
		"IsRelaxedEnvVarName":              validation.IsRelaxedEnvVarName,
		"IsConfigMapKey":                   validation.IsConfigMapKey,
		"IsValidPathSegmentName":           path.IsValidPathSegmentName,
		"IsValidPathSegmentPrefix":         path.IsValidPathSegmentPrefix,
		"NameIsDNSLabelPrefix":             func(name string) []string { return apivalidation.NameIsDNSLabel(name, true) },
		"NameIsDNSSubdomainPrefix":         func(name string) []string { return apivalidation.NameIsDNSSubdomain(name, true) },
		"NameIsDNS1035LabelPrefix":         func(name string) []string { return apivalidation.NameIsDNS1035Label(name, true) },
		"AnnotationKey": func(key string) []string {
			return details(apivalidation.ValidateAnnotations(map[string]string{key: ""}, field.NewPath("f")))
		},
		"FinalizerName": func(name string) []string {
			return details(apivalidation.ValidateFinalizerName(name, field.NewPath("f")))
		},
	}
	messages := []string{}
	index := map[string]int{}
	results := map[string][][]int{}
	for _, name := range sortedKeys(checks) {
		for _, input := range inputs {
			indexes := []int{}
			for _, message := range checks[name](input) {
				if _, known := index[message]; !known {
					index[message] = len(messages)
					messages = append(messages, message)
				}
				indexes = append(indexes, index[message])
			}
			results[name] = append(results[name], indexes)
		}
	}
	var numbers []row
	for _, number := range []int{-1 << 31, -1, 0, 1, 80, 443, 65535, 65536, 1<<31 - 1, 1 << 31, 1 << 40} {
		numbers = append(numbers, row{"number": number, "port": texts(validation.IsValidPortNum(number)), "userId": texts(validation.IsValidUserID(int64(number))), "groupId": texts(validation.IsValidGroupID(int64(number)))})
	}
	return map[string]any{"inputs": inputs, "messages": messages, "results": results, "numbers": numbers}
}

func texts(messages []string) []string { return append([]string{}, messages...) }

func details(errors field.ErrorList) []string {
	var out []string
	for _, err := range errors {
		out = append(out, err.Detail)
	}
	return out
}
