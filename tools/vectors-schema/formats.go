package main

import (
	"slices"

	"k8s.io/kube-openapi/pkg/validation/strfmt"
)

func init() { area("formats", formats) }

func formats() map[string]any {
	names := []string{"bsonobjectid", "uri", "email", "hostname", "ipv4", "ipv6", "cidr", "mac", "uuid", "uuid3", "uuid4", "uuid5", "isbn", "isbn10", "isbn13", "creditcard", "ssn", "hexcolor", "rgbcolor", "byte", "password", "date", "duration", "date-time", "datetime", "k8s-short-name", "k8s-long-name"}
	texts := []string{"", " ", "a", "A", "abc", "a b", "é", "a.b", "a..b", ".a", "a.", "-a", "a-", "a-b", "a_b", "a--b", "example.com", "EXAMPLE.com", "example.c", "xn--bcher-kva.example", "bücher.example", "😀.com", "localhost", "1", "1.2", "1.2.3.4", "01.02.03.04", "256.1.1.1", "1.2.3", "1.2.3.4.5", "1.2.3.04", "1.2.3.-4", "1.2.3.4 ", "0.0.0.0", "255.255.255.255",
		"::", "::1", "1::", "1::2", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:9", "1::2::3", ":::", ":1", "1:", "12345::", "g::", "::ffff:1.2.3.4", "::1.2.3.4", "::1.2.3", "::01.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "1.2.3.4::", "fe80::1%eth0", "FE80::A",
		"1.2.3.4/0", "1.2.3.4/32", "1.2.3.4/33", "1.2.3.4/", "1.2.3.4/a", "1.2.3.4/032", "010.2.3.4/8", "::/0", "::1/128", "::1/129", "::ffff:1.2.3.4/128", "/8", "1.2.3.4/-1",
		"01:23:45:67:89:ab", "01-23-45-67-89-AB", "0123.4567.89ab", "01:23:45:67:89:ab:cd:ef", "01-23:45-67-89-ab", "01:23:45:67:89", "0123.4567.89ab.cdef", "01:23:45:67:89:ag", "00:00:00:00:fe:80:00:00:00:00:00:00:02:00:5e:10:00:00:00:01", "0123456789ab", "01.23.45.67.89.ab",
		"123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000", "123e4567e89b12d3a456426614174000", "123e4567-e89b-32d3-a456-426614174000", "123e4567-e89b-42d3-a456-426614174000", "123e4567-e89b-52d3-b456-426614174000", "123e4567-e89b-42d3-c456-426614174000", "123e4567-e89b-42d3-a456-42661417400", "507f1f77bcf86cd799439011", "507f1f77bcf86cd79943901", "507F1F77BCF86CD799439011",
		"0321751043", "978-0321751041", "978 0321751041", "0-321-75104-3", "032175104X", "080442957X", "9780321751042", "4111 1111 1111 1111", "4111111111111111", "4111111111111112", "5500-0000-0000-0004", "340000000000009", "123-45-6789", "123 45 6789", "123456789", "123-456789", "12-345-6789",
		"#fff", "fff", "#ffffff", "#ffff", "#ggg", "#FFF", "rgb(0,0,0)", "rgb(255, 255 ,255)", "rgb(256,0,0)", "rgb(1,2)", "rgb( 1,2,3 )", "rgb(01,2,3)", "RGB(1,2,3)",
		"YQ==", "YWI=", "YWJj", "YWJjZA==", "YQ", "YQ=", "Y===", "YW-_", "YWJj\n", "=YQ=", "2006-01-02", "2006-1-2", "2006-13-01", "2006-00-01", "2006-02-29", "2004-02-29", "1900-02-29", "2000-02-29", "2006-04-31", "2006-01-00", "0000-01-01", "02006-01-02",
		"2006-01-02T15:04:05Z", "2006-01-02t15:04:05z", "2006-01-02T15:04:05+07:00", "2006-01-02T15:04:05.123456789Z", "2006-01-02T15:04:05,5Z", "2006-01-02T15:04:05", "2006-01-02 15:04:05Z", "2006-01-02T24:00:00Z", "2006-01-02T23:60:00Z", "2006-01-02T23:59:60Z", "2006-01-02T15:04Z", "2006-02-30T15:04:05Z", "2006-01-02T15:04:05+0700", "2006-01-02T15:04:05+99:99", "2006-01-02T15:04:05ZT", "2006-01-02T15:04:05.Z",
		"1s", "1h30m", "-1.5h", "1 s", "22 ns", "3 hours", "5 minutes ago", "1d", "2 weeks", "1wk", "10us", "10µs", "1 sec", "1 seconds", "5m", "5 M", "5 mins", "5 moons", "xyz", "1", "99999999999999999999 s", "00000000000000000000001 s", "9223372036854775807 ns", "9223372036854775808 ns", "1 nanos", "1 hr", "1 hrs", "3 days and 4 lights", "0", "1h foo",
		"http://example.com", "http://example.com/", "http://example.com/a%20b", "http://example.com/a%2", "http://example.com/a b", "http://exa mple.com/", "http://user:pw@example.com:80/x?y#z", "http://example.com:port/", "http://example.com:80:80/", "http://[::1]/", "http://[::1]:80/", "http://[::1", "http://::1/", "http://[1.2.3.4]/", "http://[fe80::1%25en0]/", "http://[x]/", "/", "/a/b", "//a/b", "///a", "a/b", "*", "?", "/a?b=c%zz", "mailto:a@b.c", "urn:x", ":foo", "1http://a", "ht tp://a", "http:", "http:/a", "http:a", "http://", "http://a\x7f", "http://a\x01b", "http://a%41b/", "http://a%e4b/", "http://u%zz@h/", "http://u@v@h/", "http://u^@h/", "http://a{b}/", "http://a\"b/", "http://a<b/", "http://a|b/", "http://a^b/", "http://a_b/", "http://é/", "/%", "/é", "#a", "/a#b%", "http://h/a^b", "HTTP://X",
		"a@b", "a@b.c", "a@b.c.", "a@.b", ".a@b.c", "a.@b.c", "a..b@c", "a.b@c.d", "\"a b\"@c.d", "\"\"@c", "\"a\\\"b\"@c", "a@[1.2.3.4]", "a@[]", "a@b c", "a b@c", "Name <a@b.c>", "First Last <a@b.c>", "\"Q. N.\" <a@b.c>", "J. Q. P. <a@b.c>", "<a@b.c>", "< a@b.c >", "a@b.c (comment)", "(c) a@b.c", "a(c)@b", "a@b.c>", "<a@b.c", "@b", "a@", "é@b.c", "a@é", "a+b@c", "a@b, c@d", "=?utf-8?q?J?= <a@b.c>", "a@b@c", " a@b ", "a@-b", "grp: a@b;",
		"aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggg", "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggg", "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggg.com"}
	rows := []map[string]any{}
	for _, name := range names {
		accepted := []string{}
		for _, text := range texts {
			if strfmt.Default.Validates(name, text) && !slices.Contains(accepted, text) {
				accepted = append(accepted, text)
			}
		}
		rows = append(rows, map[string]any{"format": name, "accepts": accepted})
	}
	all := []map[string]any{}
	for _, text := range texts {
		all = append(all, map[string]any{"text": text})
	}
	return map[string]any{"texts": all, "formats": rows}
}
