package main

import (
	"math/big"
	"math/rand"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
)

func init() { area("quantities", quantities) }

func quantities() any {
	suffixes := []string{"", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e0", "e3", "e-3", "E3", "e+3", "E+3", "E-9", "e9", "e1", "e2", "e-1", "e-2", "e18", "e20"}
	numbers := []string{"0", "1", "-1", "+1", "0.5", "1.5", "-1.5", "10", "100", "1000", "1024", "1536", "0.001", "1.000", "1.500", "007", "12345", "1.", ".5", "999999999999", "0.0000000001", "-0.0000000001", "1.0001", "-1.0001", "9223372036854775807", "9223372036854775808"}
	texts := []string{
		"", " ", "0", "00", "-0", "+0", "0.0", "-0.0", ".", "-.", "+.", "-", "+", "+-1", "--1", "1-", "1+", "Ki", "-Ki", "e", "E", "e3", ".e3", ".Ki", "i", "1i", "1K", "1ki", "1KI", "1kI", "1mi", "1g", "1t", "1p", "1Zi", "1Z", "1Y", "1U", "1N", "1 ", " 1", "1 Ki", "1_000", "1,000", "0x10", "1.2.3", "1..2", "..", "1.2.Ki", "1Ki5", "1K5", "1e", "1E", "1e+", "1e-", "1E+", "1E-", "1ee3", "1e3e", "1e3k", "1ek", "1ke3", "1Kie3", "1e3.5", "1e 3", "1e+-3", "1e03", "1e003", "1E03", "1e-03", "1m1", "1mm", "1km", "nan", "NaN", "inf", "Infinity", "-Infinity", "1١", "１", "1µ", "1Ki\n", "\t1", "1\x00", "1e99999999999999999999", "1e9223372036854775808", "1e4294967296", "1e4294967299", "1e-4294967293", "1e100", "1e1000", "1.5e1000", "123456789012345678901234567890", "123456789012345678901234567890Ki", "-123456789012345678901234567890Ki", "123456789012345678901234567890E", "123456789012345678901234567890.123456789123456789", "-123456789012345678901234567890.123456789123456789", "+00123456789012345678901", "12345678901234567890.", ".12345678901234567890", ".5Ki", "-.5Ki", "+.5Mi", "0.0Ki", "00Ki", "+0Ki", "-0Ki", "0Ei", "0e100", "0.000000000000000000000Ki", "0.0001Ki", "0.0009Ki", "-0.0009Ki", "0.001Ki", "0.0009765625Ki", "1.0Ki", "1023", "1023Ki", "1024Ki", "1025Ki", "1048576Ki", "1000Ki", "1008Ki", "8Ki", "7Ki", "0.5Mi", "0.25Gi", "1.1Ki", "1.1Mi", "1.25Gi", "8Ei", "7Ei", "7.99Ei", "8.5Ei", "-8Ei", "-9Ei", "16Ei", "9223372036854775807Ki", "9007199254740993", "9007199254740993m", "9223372036854775807m", "9223372036854775.807", "9223372036854775807n", "-9223372036854775807", "-9223372036854775808", "-9223372036854775809", "9223372036854775807E", "92233720368547758.07", "999999999999999999", "9999999999999999999", "1000000000000000000", "10000000000000000000", "100000000000000000000", "1000000000000000000000", "1000000000000000000000000", "1000E", "1000000E", "999E", "1e21", "1e22", "1000e21", "0.1n", "1.1n", "0.9n", "-0.1n", "-1.1n", "0.001u", "0.0001u", "1e-9", "1e-10", "15e-10", "1e-100", "-1e-100", "1.0e-9", "10e-10", "0.5m", "0.1m", "1.5m", "100m", "1000m", "1500m", "0.1", "0.12", "0.123", "0.1234", "0.12345", "0.123456789", "0.1234567891", "3.14159265358979", "1.10", "1.100", "1.1000", "1.10000", "12.345k", "12.3456k", "0.1k", "0.01k", "0.001k", "0.0001k", "1.000k", "1000k", "1000.000k", "000.001k", "0100k", "+5Mi", "-5Mi", "Ei", "-Ei", ".Ei", "Pi", "Ti", "Gi", "-Gi", "n", "-n", ".n", "e-9", "e-10", ".e-10", "-e-10", "+.e-20", "e-20", "0e-20", "e20", "e1000", "00000000000000000000", "-00000000000000000000.", "0.00000000000000000000", ".00000000000000000000", "000000000000000000001Ki", "1.00000000000000000000", "1.00000000000000000000Ki", "100000000000000", "10000000000000Ki", "99999999999Ki", "100000000000Ki", "999999999999Ki", "99999999Mi", "999999999Mi", "99999Gi", "999999Gi", "99Ti", "999Ti", "9Pi", "+9Pi", "+99Pi", "+1Ei", "007Ei",
		"+12e6", "12E6", "12e6", "12e7", "12e5", "1200e3", "120e3", "0.12e3", "1.2e4", "-1.5e-4",
	}
	for _, number := range numbers {
		for _, suffix := range suffixes {
			texts = append(texts, number+suffix)
		}
	}
	random := rand.New(rand.NewSource(36))
	for range 300 {
		var text strings.Builder
		text.WriteString([]string{"", "", "-", "+"}[random.Intn(4)])
		for range random.Intn(22) {
			text.WriteByte(byte('0' + random.Intn(10)))
		}
		if random.Intn(2) == 0 {
			text.WriteByte('.')
			for range random.Intn(14) {
				text.WriteByte(byte('0' + random.Intn(10)))
			}
		}
		text.WriteString(suffixes[random.Intn(len(suffixes))])
		texts = append(texts, text.String())
	}
	seen := map[string]bool{}
	var parsed []row
	for _, text := range texts {
		if seen[text] {
			continue
		}
		seen[text] = true
		quantity, err := resource.ParseQuantity(text)
		if err != nil {
			parsed = append(parsed, row{"text": text, "error": err.Error()})
			continue
		}
		entry := describe(quantity)
		entry["text"] = text
		if printed := quantity.String(); printed != entry["canonical"] {
			entry["string"] = printed
		}
		parsed = append(parsed, entry)
	}
	return map[string]any{"parse": parsed, "pairs": quantityPairs(), "products": quantityProducts(), "made": madeQuantities()}
}

// describe gives what the reference says of a quantity. `canonical` is its text without the text it was parsed from;
// `lossy` marks a canonical text that is another number; `exactValue` and
// `exactMilliValue` are there when Value() or MilliValue() is not what its contract says (rounded away from zero).
func describe(quantity resource.Quantity) row {
	fresh := quantity.DeepCopy()
	fresh.Add(resource.Quantity{Format: quantity.Format})
	canonical := fresh.String()
	entry := row{"canonical": canonical, "format": string(quantity.Format), "sign": quantity.Sign()}
	if isLossy(fresh) {
		entry["lossy"] = true
	}
	decimal := quantity.DeepCopy()
	amount := decimal.AsDec()
	if amount.Scale() > -100 {
		entry["decimal"] = amount.String()
	}
	if amount.Scale() > -30 {
		value, milli := quantity.Value(), quantity.MilliValue()
		entry["value"] = strconv.FormatInt(value, 10)
		entry["milliValue"] = strconv.FormatInt(milli, 10)
		if exact := awayFromZero(amount.UnscaledBig(), int64(amount.Scale())); exact != entry["value"] {
			entry["exactValue"] = exact
		}
		if exact := awayFromZero(amount.UnscaledBig(), int64(amount.Scale())-3); exact != entry["milliValue"] {
			entry["exactMilliValue"] = exact
		}
		slow := quantity.DeepCopy()
		entry["float"] = slow.AsFloat64Slow()
	}
	return entry
}

func awayFromZero(unscaled *big.Int, scale int64) string {
	if scale <= 0 {
		return new(big.Int).Mul(unscaled, new(big.Int).Exp(big.NewInt(10), big.NewInt(-scale), nil)).String()
	}
	quotient, remainder := new(big.Int).QuoRem(unscaled, new(big.Int).Exp(big.NewInt(10), big.NewInt(scale), nil), new(big.Int))
	return quotient.Add(quotient, big.NewInt(int64(remainder.Sign()))).String()
}

var operands = []string{"0", "0Ki", "0e3", "1", "-1", "1m", "-1500m", "1n", "999999999n", "1.5", "1Ki", "-1Ki", "1.5Gi", "1023", "1024", "1025Mi", "1k", "1e3", "12e6", "1e-3", "0.1", "0.7", "1E", "1Ei", "-7Ei", "9223372036854775807", "-9223372036854775807", "9223372036854775808", "123456789012345678901234567890", "0.123456789", "100m", "900m", "128974848", "123Mi", "129e6", "1e20"}

func quantityPairs() []row {
	var out []row
	for _, a := range operands {
		for _, b := range operands {
			left, right := resource.MustParse(a), resource.MustParse(b)
			sum := left.DeepCopy()
			sum.Add(right)
			difference := left.DeepCopy()
			difference.Sub(right)
			entry := row{"a": a, "b": b, "sum": sum.String(), "difference": difference.String(), "sumFormat": string(sum.Format), "differenceFormat": string(difference.Format), "compare": left.Cmp(right)}
			if isLossy(sum) {
				entry["sumLossy"] = true
			}
			if isLossy(difference) {
				entry["differenceLossy"] = true
			}
			out = append(out, entry)
		}
	}
	return out
}

// isLossy tells a text that lost its suffix. (A text with one may read as less, because reading has limits.)
func isLossy(quantity resource.Quantity) bool {
	text := quantity.String()
	if strings.ContainsAny(text, "eEinumkMGTP") {
		return false
	}
	again, err := resource.ParseQuantity(text)
	return err != nil || again.Cmp(quantity) != 0
}

func quantityProducts() []row {
	var out []row
	for _, a := range operands {
		for _, factor := range []int64{0, 1, -1, 2, 3, 8, 10, 1000, 1024, -1024, 1 << 40, 1<<63 - 1} {
			product := resource.MustParse(a)
			product.Mul(factor)
			negated := resource.MustParse(a)
			negated.Neg()
			entry := row{"a": a, "factor": strconv.FormatInt(factor, 10), "product": product.String(), "negated": negated.String()}
			if isLossy(product) {
				entry["lossy"] = true
			}
			out = append(out, entry)
		}
	}
	return out
}

func madeQuantities() []row {
	var out []row
	for _, value := range []int64{0, 1, -1, 7, 512, 1000, 1023, 1024, 1025, 1536, 1 << 20, 1 << 30, 1<<62 + 1024, -2048, 123456789, 1<<63 - 1} {
		for _, format := range []resource.Format{resource.DecimalSI, resource.BinarySI, resource.DecimalExponent} {
			for _, scale := range []resource.Scale{0, -3, -9, 3, 6} {
				quantity := resource.NewScaledQuantity(value, scale)
				quantity.Format = format
				entry := row{"value": strconv.FormatInt(value, 10), "format": string(format), "scale": scale, "string": quantity.String()}
				if isLossy(*quantity) {
					entry["lossy"] = true
				}
				out = append(out, entry)
			}
		}
	}
	return out
}
