package main

import (
	"fmt"
	"math"
	"math/rand"
	"strconv"
	"strings"
	"time"
)

func init() { area("durations", durations) }

func durations() any {
	texts := []string{"", " ", "0", "-0", "+0", "00", "0s", "+0s", "-0s", "1", "-1", "+", "-", ".", "-.", ".s", "-.s", "+.s", "1.", "1.s", ".1s", "1.s2", "s", "h", "1 s", " 1s", "1s ", "1S", "1H", "1d", "1w", "1y", "1sec", "1mins", "1hour", "1ms", "1us", "1µs", "1μs", "1ns", "1h", "1m", "1s", "1h30m", "1h 30m", "1h30", "30m1h", "1m1m", "1h-30m", "-1h30m", "--1h", "+-1h", "1h+1m", "1.5h", "1.5m", "1.5s", "1.5ms", "1.5us", "1.5µs", "1.5ns", "0.5ns", "0.9ns", "0.1ns", "0.1us", "0.0001us", "0.1h", "0.3h", "0.7h", "0.33333333333333333333h", "0.9007199254740993h", "1.0000000001s", "1.000000001s", "0.000000001s", "0.0000000001s", "0.100000000000000000000h", "0.9223372036854775807h", "0.9223372036854775808h", "0.92233720368547758070h", "39h9m14.425s", "5s", "30s", "1478s", "5.0s", "5.6s", "5.004s", "5.0040s", "100.00100s", "10.5s4m", "-2m3.4s", "1h2m3s4ms5us6ns", "52763797000ns", "9223372036854775807ns", "9223372036854775808ns", "-9223372036854775808ns", "-9223372036854775807ns", "-9223372036854775809ns", "9223372036854775.807us", "9223372036854775.808us", "-9223372036854775.808us", "9223372036s854ms775us807ns", "9223372036s854ms775us808ns", "-9223372036s854ms775us808ns", "9223372036854ms775us807ns", "2562047h47m16.854775807s", "2562047h47m16.854775808s", "-2562047h47m16.854775808s", "2562048h", "3000000h", "9223372036854775809h", "99999999999999999999s", "106751d", "0.000000000000000000000000000000001h", "1e3s", "1,5s", "0x1s", "1_0s", "１s", "1ｓ", "1\ts", "1s\n", "1\x00s", "1\"", "1\\", "1日", "1µ", "1μ", "inf", "nan", "null", "P1D", "PT1H", "1h1", "1.5.5s", "..5s", "1..5s", "1ss", "1msms", "1hm", "1m1h1s1ms", "0.0s", "00001s", "00h00m01s", "1000ms", "60s", "60m", "3600s", "86400s", "8760h", "1440m", "72h3m0.5s", "168h", "1h0.001s", "0h0m0s", "1h0m0s"}
	random := rand.New(rand.NewSource(36))
	units := []string{"h", "m", "s", "ms", "us", "ns"}
	for range 250 {
		var text strings.Builder
		text.WriteString([]string{"", "", "-"}[random.Intn(3)])
		for range 1 + random.Intn(3) {
			fmt.Fprintf(&text, "%d", random.Intn(int(math.Pow10(1+random.Intn(6)))))
			if random.Intn(2) == 0 {
				fmt.Fprintf(&text, ".%d", random.Intn(int(math.Pow10(1+random.Intn(9)))))
			}
			text.WriteString(units[random.Intn(len(units))])
		}
		texts = append(texts, text.String())
	}
	var parsed []row
	for _, text := range texts {
		duration, err := time.ParseDuration(text)
		if err != nil {
			parsed = append(parsed, row{"text": text, "error": err.Error()})
			continue
		}
		parsed = append(parsed, row{"text": text, "nanos": strconv.FormatInt(int64(duration), 10), "string": duration.String()})
	}
	return map[string]any{"parse": parsed}
}
