package main

import (
	"net/url"

	"golang.org/x/net/http/httpproxy"
)

func proxies() any {
	servers := []string{
		"https://api.example.com:6443", "https://example.com", "https://example.com:6443", "https://notexample.com", "https://a.b.example.com",
		"https://10.0.0.1:6443", "https://10.1.2.3", "https://192.168.1.7:8443", "https://[fd00::1]:6443", "https://[2001:db8::7]", "https://[::ffff:10.0.0.1]",
		"https://localhost:6443", "https://127.0.0.1:6443", "https://127.9.9.9", "https://[::1]:6443", "https://kubernetes.default.svc", "https://bücher.example",
		"http://api.example.com:8080", "http://10.0.0.1", "https://sub.localhost",
	}
	lists := []string{
		"", "*", "example.com", ".example.com", "*.example.com", "EXAMPLE.com", "example.com:6443", "example.com:443", ".example.com:6443", "*.example.com:6443",
		"10.0.0.1", "10.0.0.1:6443", "10.0.0.1:443", "10.0.0.0/8", "10.0.0.0/16", "0.0.0.0/0", "::/0", "10.1.2.3/33", "fd00::/8", "fd00::1", "[fd00::1]:6443", "[fd00::1]", "[2001:db8::7]:443",
		"2001:DB8:0:0::7", " 10.0.0.1 , example.com ", "nothing.test,,192.168.0.0/16", "svc", ".svc", "default.svc", "com", ":6443", "a.b", "b.example.com,*", "bücher.example", "xn--bcher-kva.example",
		"::ffff:10.0.0.1", "10.0.0", "example", "*example.com", "10.*", "example.com.", "api.example.com/", "[::ffff:a00:0]/104", "192.168.1.7/31",
	}
	proxyOf := func(https, http, no, server string) string {
		reqURL, err := url.Parse(server)
		check(err)
		config := &httpproxy.Config{HTTPSProxy: https, HTTPProxy: http, NoProxy: no}
		proxy, err := config.ProxyFunc()(reqURL)
		check(err)
		if proxy == nil {
			return ""
		}
		return proxy.String()
	}
	var exclusions []any
	for _, no := range lists {
		direct := []string{}
		for _, server := range servers {
			if proxyOf("http://proxy.test:3128", "http://plain.test:3129", no, server) == "" {
				direct = append(direct, server)
			}
		}
		exclusions = append(exclusions, map[string]any{"noProxy": no, "direct": direct})
	}
	var forms []any
	for _, proxy := range []string{"", "proxy.test:3128", "http://proxy.test:3128", "https://proxy.test:3129", "http://proxy.test:3128/", "proxy.test"} {
		for _, server := range []string{"https://api.example.com:6443", "http://api.example.com:6443"} {
			forms = append(forms,
				map[string]string{"httpsProxy": proxy, "server": server, "proxy": proxyOf(proxy, "", "", server)},
				map[string]string{"httpProxy": proxy, "server": server, "proxy": proxyOf("", proxy, "", server)})
		}
	}
	return map[string]any{"servers": servers, "exclusions": exclusions, "forms": forms}
}
