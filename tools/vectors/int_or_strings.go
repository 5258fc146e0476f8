package main

import "k8s.io/apimachinery/pkg/util/intstr"

func init() { area("int-or-strings", intOrStrings) }

func intOrStrings() any {
	texts := []string{"", " ", "0", "-0", "+0", "1", "-1", "+1", "007", "80", "http", "50%", "2147483647", "2147483648", "-2147483648", "-2147483649", "9223372036854775808", "1.0", "1e3", "0x10", "1_000", " 1", "1 ", "１", "--1", "+-1", "-", "+", "null", "1%"}
	var parsed []row
	for _, text := range texts {
		value := intstr.Parse(text)
		parsed = append(parsed, row{"text": text, "value": value})
	}
	values := []intstr.IntOrString{intstr.FromInt32(0), intstr.FromInt32(1), intstr.FromInt32(-1), intstr.FromInt32(2147483647)}
	for _, text := range []string{"0%", "1%", "10%", "25%", "33%", "50%", "66%", "67%", "99%", "100%", "101%", "150%", "1000%", "-10%", "+10%", "007%", "%", "", "10", "ten", "ten%", "10%%", "%10", "10.5%", " 10%", "10 %", "10% ", "1_0%", "0x10%", "１%", "\"%", "\\%", "\t%", "日%", "\u200b%", "9223372036854775807", "9223372036854775808%", "-9223372036854775809%", "99999999999999999999%", "9007199254740993%", "1e1%", "+%", "-%", "--1%", "\x00%", "\a\x7f%"} {
		values = append(values, intstr.FromString(text))
	}
	var scaled []row
	for _, value := range values {
		for _, total := range []int{0, 1, 2, 3, 4, 5, 7, 10, 99, 100, 1000, -5, 2147483647} {
			up, err := intstr.GetScaledValueFromIntOrPercent(&value, total, true)
			if err != nil {
				scaled = append(scaled, row{"value": value, "error": err.Error()})
				break
			}
			down, err := intstr.GetScaledValueFromIntOrPercent(&value, total, false)
			must(err)
			if up > 1<<53 || down < -(1<<53) {
				continue
			}
			scaled = append(scaled, row{"value": value, "total": total, "up": up, "down": down})
		}
	}
	return map[string]any{"parse": parsed, "scale": scaled}
}
