package main

import "regexp"

func init() { area("patterns", patterns) }

func patterns() map[string]any {
	texts := []string{"", "a", "A", "abc", "ABC", "aaa", "ab\n", "\n", "a\nb", "k", "K", "\u212a", "s", "\u017f", "é", "É", "ß", "ẞ", "ΑΒΓ", "αβγ", "日本", "😀", "x😀y", "0", "42", "-1",
		"1.5", "foo.bar", "foo_bar", "foo-bar", "a b", " ", "\t", "\u00a0", "_", "-", "]", "[", "^", "$", ".", "\\", "/", "{", "}", "{2}", "a{", "a{2", "a{,2}", "aXb", "abab", "x1", "example.com",
		"10Gi", "2006-01-02", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}
	good := []string{
		"", "a", "^a$", "^$", "^", "$", "a|b", "|a", "a|", "(a|b)*c", "^(a|b)*$", "a*", "a+", "a?", "a*?", "a+?", "a??", "a{2}", "a{2,}", "a{2,3}", "a{0}", "a{0,1}?", "^a{3}$", "a{", "a{2", "a{,2}", "{", "}", "x|a",
		".", "^.$", "(?s)^.$", "(?s).*", "(?i)abc", "(?i)k", "(?i)s", "(?i)[k]", "(?i)[^k]", "(?i)É", "(?i)ß", "(?i:a)b", "a(?i)b", "(?i)a(?-i)b", "(?m)^b$", "(?m)a$", "(?U)a+", "(?im-s).", "(a)(b)", "(?:a)", "(?P<n>a)", "(?<n>a)",
		"[abc]", "[^abc]", "^[^abc]$", "[a-c]", "[a-]", "[-a]", "[]a]", "[^]a]", "[\\]]", "[\\^]", "[\\-a]", "[a\\-z]", "[.]", "[$]", "[[:alpha:]]", "[[:^alpha:]]", "[[:digit:][:space:]]", "[[:word:]-]", "[\\d]", "[\\D]", "[\\w.]", "[^\\w]", "[\\s\\S]", "[\\pL]", "[^\\pL]", "[\\p{Greek}\\d]",
		"\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "^\\S+$", "\\bfoo\\b", "\\Boo", "\\b", "\\B", "^\\B$", "\\Aa", "a\\z", "\\pL", "\\PL", "\\p{L}", "\\p{Greek}", "\\p{^Greek}", "\\P{Greek}", "\\p{Lu}", "\\pN", "\\p{Any}", "\\Qa.b\\E", "\\Q{2}", "\\Q\\E",
		"\\x41", "\\x{1F600}", "\\101", "\\07", "\\n", "\\t", "\\.", "\\-", "\\_", "\\/", "\\\\", "\\[", "\\]", "\\{", "\\}", "\\$", "\\^", "\\a", "\\f", "\\v", "\\r", "\\ ", "\\#",
		"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$", "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
		"^(a+)+$", "^(a|aa)+$", "^(a|a?)+$", "(a*)*", "(a*)+", "(|a)*", "(|a)+", "^*", "$*", "(^a)*", "^(?:a?){20}a{20}$", "x*", "()", "()|b", "(?:)", "^(?:(?:a|b)|c)$", "日", "[日本]+", "😀", "^.😀.$", "^...$", "a.b", "a\\.b", "\\Aabc\\z", "(?:^|b)a", "[a-z]{2,}\\d?", "^\\d{4}-\\d{2}-\\d{2}$",
	}
	bad := []string{
		"(", ")", "a)", "(a", "(()", "[", "[a", "[]", "[^]", "[^", "a]b[", "*", "+", "?", "a**", "a*+", "a+*", "a??*", "a{2}{3}", "a{2}*", "(*)", "|*", "(|*)", "a|*", "{1}", "^{2", "x{1001}", "x{2,1}", "x{1,1001}", "x{1000,}{2}", "(x{1000}){2}", "(x{100}){100}", "((x{10}){10}){11}", "x{99999999999}", "[b-a]", "[z-\\x41]", "[\\d-z]", "[a-\\d]", "[[:foo:]]", "[[:^foo:]x]", "\\", "a\\", "[\\", "\\8", "\\1", "\\9", "\\Z", "\\y", "\\c", "\\C", "\\x", "\\x4", "\\xg0", "\\x{", "\\x{}", "\\x{110000}", "\\x{41", "\\u0041", "\\p", "\\pX", "\\p{", "\\p{Foo}", "\\p{^Foo}", "[\\pX]", "\\k<n>",
		"(?", "(?:", "(?=a)", "(?!a)", "(?<=a)b", "(?<!a)b", "(?<n>a", "(?P<n", "(?P<>a)", "(?P<n!>a)", "(?P=n)", "(?P<n>a)(?P<n>b)", "(?>a)", "(?x)a", "(?i", "(?-)", "(?i-)", "(?ii--i)", "(?#c)", "a(?i", "\\Q\\E*",
	}
	matches := []map[string]any{}
	for _, pattern := range good {
		expression := regexp.MustCompile(pattern)
		found := []string{}
		for _, text := range texts {
			if expression.MatchString(text) {
				found = append(found, text)
			}
		}
		matches = append(matches, map[string]any{"pattern": pattern, "matches": found})
	}
	errors := []map[string]any{}
	for _, pattern := range bad {
		row := map[string]any{"pattern": pattern, "error": nil}
		if _, err := regexp.Compile(pattern); err != nil {
			row["error"] = err.Error()
		}
		errors = append(errors, row)
	}
	all := []map[string]any{}
	for _, text := range texts {
		all = append(all, map[string]any{"text": text})
	}
	return map[string]any{"texts": all, "matches": matches, "errors": errors}
}
