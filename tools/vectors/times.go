package main

import (
	"encoding/json"
	"math/rand"
	"strconv"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func init() { area("times", times) }

func times() any {
	texts := []string{"", " ", "Z", "2006", "2006-01-02", "2006-01-02T15:04:05", "2006-01-02 15:04:05Z", "2006-01-02t15:04:05Z", "2006-01-02T15:04:05z", "2006-01-02T15:04:05Z", " 2006-01-02T15:04:05Z", "2006-01-02T15:04:05Z ", "2006-01-02T15:04:05ZZ", "2006-01-02T15:04:05Z+00:00", "2006-01-02T15:04Z", "2006-01-02T15Z", "2006-1-2T15:04:05Z", "2006-01-2T15:04:05Z", "06-01-02T15:04:05Z", "12006-01-02T15:04:05Z", "+2006-01-02T15:04:05Z", "-2006-01-02T15:04:05Z", "2a06-01-02T15:04:05Z", "200a-01-02T15:04:05Z", "a006-01-02T15:04:05Z", "2006/01/02T15:04:05Z", "20060102T150405Z", "2006-01-02T1:04:05Z", "2006-01-02T:04:05Z", "2006-01-02T1a:04:05Z", "2006-01-02T15:4:05Z", "2006-01-02T15:04:5Z", "2006-01-02T15.04.05Z", "2006-01-02T15:04:05.Z", "2006-01-02T15:04:05,Z", "2006-01-02T15:04:05.aZ", "2006-01-02T15:04:05+0000", "2006-01-02T15:04:05+00", "2006-01-02T15:04:05+0:00", "2006-01-02T15:04:05+00:0", "2006-01-02T15:04:05 +00:00", "2006-01-02T15:04:05*00:00", "2006-01-02T15:04:05+aa:00", "2006-01-02T15:04:05+00:aa", "2006-01-02T15:04:05+00:000", "2006-01-02T15:04:05+00-00", "2006-01-02T15:04:05UTC", "2006-01-02T15:04:05GMT", "2006-01-02T15:04:05−07:00", "２006-01-02T15:04:05Z", "2006-01-02T15:04:05Zä", "2006-01-02T15:04:05\"Z", "2006-01-02T15:04:05\\Z", "2006-01-02T15:04:05\nZ", "2006-01-02T15:04:05\x00", "now", "null", "1136214245", "Mon, 02 Jan 2006 15:04:05 MST", "2006-01-02T15:04:05.+00001Z", "2006-01-02T15:04:05.-00001Z", "2006-01-02T15:04:05.00000aZ", "2006-01-02T15:04:05-00:00"}
	for _, date := range []string{"2006-00-02", "2006-13-02", "2006-99-02", "2006-01-00", "2006-01-31", "2006-01-32", "2006-04-30", "2006-04-31", "2005-02-28", "2005-02-29", "2004-02-29", "1900-02-29", "2000-02-29", "2000-02-30", "0000-01-01", "0000-02-29", "0001-01-01", "0099-12-31", "1582-10-10", "1969-12-31", "1970-01-01", "2038-01-19", "9999-12-31"} {
		texts = append(texts, date+"T15:04:05Z", date+"T15:04:05.000000Z")
	}
	for _, clock := range []string{"00:00:00", "23:59:59", "24:00:00", "25:00:00", "23:60:00", "23:59:60", "23:59:61", "99:99:99"} {
		texts = append(texts, "2006-01-02T"+clock+"Z", "2006-01-02T"+clock+".000000Z")
	}
	for _, fraction := range []string{".0", ".5", ".12", ".123", ".1239", ".123456", ".1234567", ".123456789", ".1234567899", ".000000", ".999999", ".999999999", ",5", ",123456", ".00000", ".0000000", ".000001", ".9999995"} {
		texts = append(texts, "2006-01-02T15:04:05"+fraction+"Z", "1969-12-31T23:59:58"+fraction+"Z", "2006-01-02T15:04:05"+fraction+"+07:30", "2006-01-02T15:04:05"+fraction)
	}
	for _, zone := range []string{"+00:00", "-07:00", "+07:00", "+05:30", "-00:30", "+14:00", "+23:59", "+24:00", "+24:60", "+24:61", "+25:00", "-24:00", "+00:60", "+00:61", "+99:99", "+00:01", "-00:01"} {
		texts = append(texts, "2006-01-02T15:04:05"+zone, "2006-01-02T15:04:05.678901"+zone, "0000-01-01T00:00:00"+zone, "9999-12-31T23:59:59"+zone)
	}
	base := "2006-01-02T15:04:05.123456+07:30"
	alphabet := "0123456789-+:.,TZ a"
	random := rand.New(rand.NewSource(36))
	for range 300 {
		bytes := []byte(base)
		for range 1 + random.Intn(2) {
			at := random.Intn(len(bytes))
			switch random.Intn(3) {
			case 0:
				bytes[at] = alphabet[random.Intn(len(alphabet))]
			case 1:
				bytes = append(bytes[:at], bytes[at+1:]...)
			default:
				bytes = append(bytes[:at], append([]byte{alphabet[random.Intn(len(alphabet))]}, bytes[at:]...)...)
			}
		}
		texts = append(texts, string(bytes))
	}
	var parsed []row
	for _, text := range texts {
		var plain metav1.Time
		var micro metav1.MicroTime
		quoted := compact(text)
		entry := row{"text": text}
		record(entry, "time", json.Unmarshal(quoted, &plain), plain.Time)
		record(entry, "micro", json.Unmarshal(quoted, &micro), micro.Time)
		parsed = append(parsed, entry)
	}
	var formatted []row
	for _, micros := range []int64{0, 1, -1, 999999, 1000000, -999999, 1136214245123456, -62135596799000000, 253402300799999000, 951782400000000, 1709164800500000, -2208988800000001, 1e15 + 7} {
		moment := time.UnixMicro(micros)
		formatted = append(formatted, row{"unixMicro": strconv.FormatInt(micros, 10), "time": metav1.NewTime(moment).ToUnstructured(), "micro": strings.Trim(string(compact(metav1.NewMicroTime(moment))), `"`)})
	}
	return map[string]any{"parse": parsed, "format": formatted}
}

func record(entry row, name string, err error, moment time.Time) {
	if err != nil {
		entry[name+"Error"] = err.Error()
		return
	}
	entry[name+"Seconds"] = moment.Unix()
	entry[name+"Nanos"] = moment.Nanosecond()
}
