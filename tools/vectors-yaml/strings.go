package main

import (
	"fmt"
	"math/rand"
	"strings"
)

var words = []string{
	"", " ", "  ", "~", "null", "Null", "NULL", "nULL", "nil", "true", "True", "TRUE", "tRUE", "false", "False", "FALSE", "y", "Y", "yes", "Yes", "YES", "yEs",
	"n", "N", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF", "<<", "=", "-", "--", "---", "----", "--- a", "...", "....", "... a", "?", "? a", "?a", ":", ": a", ":a",
	"a:", "a: b", "a:b", "a :b", "a : b", "a:\tb", "#", "#a", "a#", "a #", "a #b", "a# b", "a\t#b", "&a", "*a", "!a", "|", "|-", ">", ">a", "'", "''", "'a'", "a'b", "it's: so",
	"\"", "\"a\"", "a\"b", "%a", "@a", "`a`", "a`b", "{", "}", "{}", "{a}", "a{b", "[", "]", "[]", "[a]", "a[b]", ",", ",a", "a,b", "a, b", "-a", "- a", "-\ta", "+", "+a", ".", ".a", "..",
	"0", "1", "-1", "+1", "00", "01", "-01", "+01", "07", "08", "09", "0777", "0888", "0o7", "0O7", "0o8", "0x1F", "0X1f", "-0x1f", "+0x1f", "0xG", "0x", "0b1", "0B1", "0b2", "-0b1", "+0b1", "0b-1", "0b+1", "-0b-1", "0b",
	"1_000", "1_", "_1", "1__0", "0x_1", "0_7", "-_1", "1.5", "1.", ".5", "-.5", "+.5", "1.5e3", "1e3", "1E3", "1e+3", "1e-3", "1e", "1.e3", ".5e3", ".5e", ".e3", "1e400", "-1e400", ".1e400", "1_0.5", "1.5_0", ".5_0", "1.2.3",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "+9223372036854775808", "0xffffffffffffffff", "0x10000000000000000", "-0xffffffffffffffff",
	".nan", ".NaN", ".NAN", ".Nan", "nan", "NaN", ".inf", ".Inf", ".INF", "+.inf", "-.inf", "-.Inf", "inf", "Infinity", "+inf", "-inf", "0x1p-2", "0x.8p1", "1p2",
	"1:2", "1:20", "1:60", "1:59:59", "1:2:", "12:30:45.5", "-1:20", "+1:20", "1_0:20", "a1:20", "1:20.", "190:20:30", "1:", "80:80", "8080:80",
	"2001-01-01", "2001-1-1", "2001-13-01", "2001-00-01", "2001-01-00", "2001-02-29", "2000-02-29", "1900-02-29", "2004-02-30", "2001-04-31", "0000-01-01", "0001-01-01", "201-01-01", "20010-01-01", "2001-01", "2001-01-011", "2001-001-01",
	"2001-12-14T21:59:43.10Z", "2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43.10", "2001-12-14 21:59:43.10 -5", "2001-12-14T21:59:43Z", "2001-12-14T21:59:43", "2001-12-14T1:9:3Z", "2001-12-14T24:00:00Z", "2001-12-14T23:60:00Z", "2001-12-14T23:59:60Z",
	"2001-12-14T21:59:43,5Z", "2001-12-14  21:59:43", "2001-12-14 1:2:3", "2001-12-14\t21:59:43", "2001-12-14T21:59:43+24:00", "2001-12-14T21:59:43+25:00", "2001-12-14T21:59:43+05:60", "2001-12-14T21:59:43.Z", "2001-12-14T21:59:43+0500", "2001-12-14T21:59:43z", "2001-12-14 21:59:43Z",
	"2001-12-14T21:59:43.123456789012Z", "2001-12-14 21:59", "2001-12-14T", "-2001-01-01", "+2001-01-01", "2001-01-01 ", " 2001-01-01", "2001-1-1T1:1:1+1:00",
	"\n", "\n\n", "a\n", "a\n\n", "a\n\n\n", "\na", "\n\na", "a\nb", "a\n\nb", "a\n b", "a \nb", " a\nb", "  a\nb", "a\nb ", "a\nb\n ", "a\n\tb", "\ta\nb", "a\t\nb", "a\n#b", "#a\nb", "a: b\nc: d", "- a\n- b", "a\n\n\n\nb", "a\n  b\n  c\nd", "a\r\nb", "a\rb", "\r", "a\n\r\nb",
	"\t", "a\tb", "\ta", "a\t", "\x00", "a\x01b", "\x07\x08\x0b\x0c\x1b\x1f", "\x7f", "a\u0085b", "\u00a0", "a\u00a0b", "\u00a0a", "é", "naïve café", "日本語", "日本語: テスト", "emoji 😀 here", "😀", "a\u2028b", "a\u2029b", "\u2028", "a \u2028b", "a\u2028 b", "a'\u2028b", "\u2028a", "a\u2028\u2029b", "\ufeff", "a\ufeffb", "\ufffd", "\ufffe", "\uffff", "\ue000", "\ud7ff", "\U00010000", "\U0010ffff", "a\u2028\nb", "a\nb\u2028", "a\nb\u2028\u2029", "\u2028a\nb",
	"a\\b", "a\\nb", "\\", "C:\\path: x", "<a> & b", "<html>", "a'b: c", "a\"b: c", "%", "@", "`", "a, b: [c]", "{a: b}", "x-kubernetes-int-or-string", "$ref", "^[a-z]+$", "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
	"self.minReplicas <= self.replicas", "!has(oldSelf.a) || has(self.a)", "*", "* * * * *", "*/5 * * * *", "0 0 * * *", "1Gi", "100m", "1e3m", "0.5", "10%", "100%", "v1", "1.2", "1.2.3-rc1",
}

func chosenStrings() []string {
	out := append([]string{}, words...)
	long := strings.Repeat("word ", 40)
	out = append(out, long, strings.TrimSpace(long), strings.Repeat("x", 200), strings.Repeat("x", 200)+" y", strings.Repeat("x", 75)+" y z", strings.Repeat("double  space ", 12)+"end", "it's "+strings.Repeat("quoted: text ", 12)+"end",
		strings.Repeat("tab\tand space ", 12)+"end", "tab\t"+strings.Repeat("two  spaces ", 14)+"end", "tab\t"+strings.Repeat("x", 90)+"   three", "q: "+strings.Repeat("x", 90)+" ", "q: "+strings.Repeat("x", 90)+"  y", "q: "+strings.Repeat("日本語 ", 40)+"end", strings.Repeat("日本語 ", 40)+"end",
		strings.Repeat("😀 ", 60)+"end", "line\n"+strings.Repeat("long words in a literal ", 10)+"end", strings.Repeat("\"quoted\" \\ ", 12)+"\t"+strings.Repeat("\"quoted\" \\ ", 12)+"end")
	for length := 70; length < 90; length++ {
		for _, pattern := range []string{"%s y", "%s  y", "%s y: z", "%s y\tz", "'%s y", "%s 'y z", "\t%s y z", "\t%s  y z"} {
			out = append(out, fmt.Sprintf(pattern, strings.Repeat("x", length)))
		}
	}
	for _, length := range []int{126, 127, 128, 129, 130} {
		out = append(out, strings.Repeat("k", length), strings.Repeat("é", length/2), "k: "+strings.Repeat("k", length-3), "a\n"+strings.Repeat("k", length))
	}
	return out
}

var alphabets = []string{
	"0123456789", "0123456789-+.:_eExXoObT Z", "aby \n", "ab:#-?, \t\n'\"", " ab", "a b\n \n", "'\" a:", "{}[],&*!|>%@`a ", "\\\"\tab ", "é日😀\u2028\u0085 a\n", "yYnNoOfFtTrRuUeEsSaAlL~", "-1:0Tt. 2", "0x_b17f",
}

func randomStrings() []string {
	random := rand.New(rand.NewSource(1))
	var out []string
	for _, alphabet := range alphabets {
		letters := []rune(alphabet)
		for range 130 {
			text := make([]rune, 1+random.Intn(9))
			for i := range text {
				text[i] = letters[random.Intn(len(letters))]
			}
			out = append(out, string(text))
		}
	}
	for range 400 {
		out = append(out, fmt.Sprintf("%d-%d-%d", 1990+random.Intn(30), random.Intn(14), random.Intn(33)))
	}
	for range 600 {
		out = append(out, randomSentence(random))
	}
	return out
}

var vocabulary = []string{"a", "the", "Pod", "replicas", "of", "set", "to", "status.", "e.g.:", "\"value\",", "'name'", "(optional)", "https://example.com/a#b", "#1", "--flag", "key: value", "1.5", "more,", "é", "日本", "a_rather_long_identifier_here", "-", "*", "`code`", "{}", "é", "😀"}

// randomSentence makes texts long enough to be broken, with what makes breaking hard in a few places.
func randomSentence(random *rand.Rand) string {
	var text strings.Builder
	size := 10 + random.Intn(30)
	common := len(vocabulary) - 1
	if random.Intn(3) == 0 {
		common = 8
	}
	for i := range size {
		if i > 0 {
			switch random.Intn(40) {
			case 0:
				text.WriteString("  ")
			case 1:
				text.WriteString("\n")
			case 2:
				if random.Intn(4) == 0 {
					text.WriteString("\t")
				} else {
					text.WriteString(" ")
				}
			default:
				text.WriteString(" ")
			}
		}
		text.WriteString(vocabulary[random.Intn(common+1)])
	}
	return text.String()
}

var documents = []string{
	`null`, `true`, `false`, `0`, `-0`, `1`, `-1`, `1.5`, `-1.5`, `0.1`, `0.00001`, `0.0001`, `0.000001`, `0.0000001`, `123456`, `1234567`, `1234567.5`, `123456.5`, `100000`, `1000000`, `1e3`, `1.0`, `1e20`, `1e21`, `1e22`, `1e100`, `-1e100`,
	`9007199254740993`, `9223372036854775807`, `9223372036854775808`, `18446744073709551615`, `18446744073709551616`, `-9223372036854775808`, `-9223372036854775809`, `100000000000000000000`, `""`, `"a"`, `"a\nb"`, `"a\n"`, `"a\n\n"`, `"1"`, `" a"`, `[]`, `{}`, `[[]]`, `[{}]`, `{"a":[]}`, `{"a":{}}`, `{"a":null}`,
	`[1,2,3]`, `["a",["b","c"],[["d"]]]`, `[{"a":1,"b":[1,2]},{"a":{"b":{"c":[{"d":1}]}}}]`, `{"b":1,"a":{"z":[1,{"y":2,"x":[]}],"y":{}}}`, `{"a":["x\ny","z"],"b":"c\nd"}`, `{"a":"c\n","b":"d\n\n","c":1}`, `["a\n","b\n\n",1]`, `{"a":["b\n\n"]}`, `{"a":{"b":"c\n\n"},"d":1}`, `[["a\nb"],[["c\nd"]]]`,
	`{"a1":1,"a10":1,"a2":1,"a":1,"A":1,"B":1,"b":1,"_":1,"-":1,"$ref":1,"a-b":1,"a.b":1,"aB":1,"ab":1,"a_b":1,"1":1,"10":1,"2":1,"":1," ":1,"é":1,"z":1,"日":1}`, `{"a01":1,"a1":1,"a001":1,"a10":1,"a100":1,"a0":1,"a00":1}`, `{"a1b":1,"a01b":1,"a1.5":1,"a1.10":1}`, `{"a10":1,"a100":1,"a101":1,"a1":1,"a110":1}`,
	`{"x-kubernetes-validations":1,"x-kubernetes-list-type":1,"x-kubernetes-list-map-keys":1,"xy":1,"x":1,"x1":1,"type":1,"properties":1,"minLength":1,"maxLength":1,"$schema":1,"additionalProperties":1,"anyOf":1}`,
	`{"v1":1,"v1alpha1":1,"v1beta1":1,"v2":1,"v2alpha1":1,"v1beta10":1,"v1beta2":1}`, `{"10":1,"9":1,"100":1,"1000":1,"1_0":1}`, `{"true":1,"no":2,"null":3,"1.5":4,"2001-01-01":5,"<<":6,"a: b":7,"#":8,"a\nb":9,"?":10}`,
	`{"a\nb":{"c":1},"d\ne":[1,2],"f\ng":"h\ni","j\nk":[]}`, `{"annotations":{"controller-gen.kubebuilder.io/version":"v0.23.0","a.b/c":"true","d":"1","e":"{\"a\": 1}"}}`, `{"default":"","example":{"a":[],"b":{}},"enum":["1",1,"true",true,null]}`,
}
