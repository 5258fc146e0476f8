package main

import (
	"fmt"
	"maps"
	"slices"
)

type testCase struct {
	name    string
	files   map[string]string
	list    []string
	context string
}

type files = map[string]string

// simple is a kubeconfig of one cluster, user and context, all with the same name.
func simple(name, cluster, user, context string) string {
	return fmt.Sprintf(`apiVersion: v1
kind: Config
clusters: [{name: %[1]s, cluster: {%[2]s}}]
users: [{name: %[1]s, user: {%[3]s}}]
contexts: [{name: %[1]s, context: {cluster: %[1]s, user: %[1]s, %[4]s}}]
`, name, cluster, user, context)
}

func current(name string) string { return "current-context: " + name + "\n" }

// plugin prints as its token what it was told.
const plugin = `#!/bin/sh
told=$(printf '%s|%s|%s' "$KUBERNETES_EXEC_INFO" "$*" "$EXTRA" | base64 | tr -d '\n')
printf '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"%s"}}' "$told"
`

func prints(text string) string { return "#!/bin/sh\ncat <<'END'\n" + text + "\nEND\n" }

func cases() []testCase {
	one := simple("a", "server: 'https://a.test:6443'", "token: token-a", "namespace: ns-a") + current("a")
	two := simple("b", "server: 'https://b.test:6443'", "token: token-b", "") + current("b")
	var all []testCase
	add := func(name string, files files, list ...string) {
		all = append(all, testCase{name: name, files: files, list: list})
	}
	addWithContext := func(name, context string, files files, list ...string) {
		all = append(all, testCase{name: name, files: files, list: list, context: context})
	}
	single := func(name, content string, more ...files) {
		all := files{"config": content}
		for _, other := range more {
			maps.Copy(all, other)
		}
		add(name, all, "config")
	}
	cluster := func(name, fields string, more ...files) {
		single("cluster: "+name, simple("a", fields, "token: t", "")+current("a"), more...)
	}
	user := func(name, fields string, more ...files) {
		single("user: "+name, simple("a", "server: 'https://a.test:6443'", fields, "")+current("a"), more...)
	}

	single("one file", one)
	add("two files", files{"1": one, "2": two}, "1", "2")
	add("two files, the other way round", files{"1": one, "2": two}, "2", "1")
	add("the same names in both: the first counts, whole", files{
		"1": simple("a", "server: 'https://first.test'", "token: first", "namespace: first") + current("a"),
		"2": simple("a", "server: 'https://second.test', tls-server-name: second", "token: second, as: second", "namespace: second") + current("a"),
	}, "1", "2")
	add("an entry without fields hides a later one with fields", files{
		"1": "users: [{name: a, user: {}}]\n",
		"2": one,
	}, "1", "2")
	add("a null entry hides a later one", files{"1": "users: [{name: a}]\nclusters: [{name: a, cluster: null}]\n", "2": one}, "1", "2")
	add("current-context only in the second", files{"1": simple("a", "server: 'https://a.test:6443'", "token: t", ""), "2": two}, "1", "2")
	add("current-context empty in the first", files{"1": simple("a", "server: 'https://a.test:6443'", "token: t", "") + "current-context: ''\n", "2": two}, "1", "2")
	add("current-context of the first leads into the second", files{"1": current("b"), "2": two}, "1", "2")
	add("a context whose cluster and user are in other files", files{
		"1": "contexts: [{name: x, context: {cluster: a, user: b}}]\n" + current("x"), "2": one, "3": two,
	}, "1", "2", "3")
	add("a missing file in the list", files{"1": one}, "missing", "1")
	add("an empty file in the list", files{"1": "", "2": one}, "1", "2")
	add("a comment is all there is", files{"1": "# nothing\n"}, "1")
	add("all files missing", files{}, "x", "y")
	add("the same file twice", files{"1": one}, "1", "1")
	add("one broken file in the list", files{"1": one, "2": "clusters: {"}, "1", "2")
	addWithContext("another context", "b", files{"1": one, "2": two}, "1", "2")
	addWithContext("an unknown context", "c", files{"1": one, "2": two}, "1", "2")
	single("unknown current-context", simple("a", "server: 'https://a.test:6443'", "token: t", "")+current("b"))
	single("no current-context", simple("a", "server: 'https://a.test:6443'", "token: t", ""))
	addWithContext("no current-context, but asked for", "a", files{"1": simple("a", "server: 'https://a.test:6443'", "token: t", "")}, "1")
	single("a context without a user", "clusters: [{name: a, cluster: {server: 'https://a.test:6443'}}]\ncontexts: [{name: a, context: {cluster: a}}]\n"+current("a"))
	single("a context with an unknown user", "clusters: [{name: a, cluster: {server: 'https://a.test:6443'}}]\ncontexts: [{name: a, context: {cluster: a, user: b}}]\n"+current("a"))
	single("a context with an unknown cluster", "clusters: [{name: a, cluster: {server: 'https://a.test:6443'}}]\ncontexts: [{name: a, context: {cluster: b}}]\n"+current("a"))
	single("a context without a cluster", "clusters: [{name: a, cluster: {server: 'https://a.test:6443'}}]\ncontexts: [{name: a, context: {}}]\n"+current("a"))
	add("relative paths are relative to their own file", files{
		"x/1":           "clusters: [{name: a, cluster: {server: 'https://a.test:6443', certificate-authority: ca.crt}}]\ncontexts: [{name: a, context: {cluster: a, user: a}}]\n" + current("a"),
		"y/2":           "users: [{name: a, user: {client-certificate: ../pki/me.crt, client-key: ./me.key, tokenFile: token}}]\n",
		"x/ca.crt":      "<cert-pem>",
		"pki/me.crt":    "<cert-pem>",
		"y/me.key":      "<key-pem>",
		"y/token":       "from-y\n",
		"token":         "wrong",
		"x/token":       "wrong",
		"y/ca.crt":      "wrong",
		"x/pki/me.crt":  "wrong",
		"x/pki/me2.crt": "wrong",
	}, "x/1", "y/2")

	cluster("authority in base64", "server: 'https://a.test:6443', certificate-authority-data: <cert-base64>")
	cluster("authority in a file", "server: 'https://a.test:6443', certificate-authority: <dir>/ca.crt", files{"ca.crt": "<cert-pem>"})
	cluster("authority in a missing file", "server: 'https://a.test:6443', certificate-authority: ca.crt")
	cluster("authority in both", "server: 'https://a.test:6443', certificate-authority: ca.crt, certificate-authority-data: <cert-base64>", files{"ca.crt": "<cert-pem>"})
	cluster("authority that is no PEM", "server: 'https://a.test:6443', certificate-authority-data: bm90aGluZw==")
	cluster("authority that is no base64", "server: 'https://a.test:6443', certificate-authority-data: '***'")
	cluster("authority without padding", "server: 'https://a.test:6443', certificate-authority-data: bm90aGluZw")
	cluster("insecure", "server: 'https://a.test:6443', insecure-skip-tls-verify: true")
	cluster("insecure with an authority", "server: 'https://a.test:6443', insecure-skip-tls-verify: true, certificate-authority-data: <cert-base64>")
	cluster("tls-server-name and disable-compression", "server: 'https://a.test:6443', tls-server-name: other.test, disable-compression: true")
	cluster("no server", "tls-server-name: x")
	cluster("empty", "")
	cluster("server without a scheme", "server: 'a.test:8080'")
	cluster("server without a scheme but with a path", "server: 'a.test:8080/path'")
	cluster("server over http gets no token", "server: 'http://a.test:8080'")
	cluster("server with a path", "server: 'https://a.test:6443/k8s/clusters/c-1'")
	cluster("server with a slash", "server: 'https://a.test:6443/'")
	cluster("server with a path and a slash", "server: 'https://a.test:6443/k8s/'")
	cluster("server with a query", "server: 'https://a.test:6443/k8s?x=y#z'")
	cluster("server with an IPv6 address", "server: 'https://[fd00::1]:6443'")
	cluster("proxy-url", "server: 'https://a.test:6443', proxy-url: 'http://proxy.test:3128'")
	cluster("proxy-url with https", "server: 'https://a.test:6443', proxy-url: 'https://proxy.test:3128'")
	cluster("proxy-url without a scheme", "server: 'https://a.test:6443', proxy-url: 'proxy.test:3128'")
	cluster("proxy-url of another scheme", "server: 'https://a.test:6443', proxy-url: 'ftp://proxy.test:3128'")
	cluster("proxy-url with socks5", "server: 'https://a.test:6443', proxy-url: 'socks5://proxy.test:1080'")

	user("nothing", "")
	user("token", "token: t")
	user("token with a line break", "token: \"t\\n\"")
	user("token file", "tokenFile: token", files{"token": " from-file\n"})
	user("token file beside a token", "token: direct, tokenFile: token", files{"token": "from-file"})
	user("missing token file", "tokenFile: token")
	user("missing token file beside a token", "token: direct, tokenFile: token")
	user("empty token file", "tokenFile: token", files{"token": "\n"})
	user("certificate in base64", "client-certificate-data: <cert-base64>, client-key-data: <key-base64>")
	user("certificate in files", "client-certificate: me.crt, client-key: me.key", files{"me.crt": "<cert-pem>", "me.key": "<key-pem>"})
	user("certificate in a file, key in base64", "client-certificate: me.crt, client-key-data: <key-base64>", files{"me.crt": "<cert-pem>"})
	user("certificate and token", "client-certificate-data: <cert-base64>, client-key-data: <key-base64>, token: t")
	user("certificate without a key", "client-certificate-data: <cert-base64>")
	user("key without a certificate", "client-key-data: <key-base64>")
	user("certificate in both", "client-certificate-data: <cert-base64>, client-certificate: me.crt, client-key-data: <key-base64>", files{"me.crt": "<cert-pem>"})
	user("key in both", "client-certificate-data: <cert-base64>, client-key: me.key, client-key-data: <key-base64>", files{"me.key": "<key-pem>"})
	user("certificate in a missing file", "client-certificate: me.crt, client-key-data: <key-base64>")
	user("basic authentication", "username: u, password: p")
	user("basic authentication beside a token", "username: u, password: p, token: t")
	user("auth provider", "auth-provider: {name: oidc, config: {client-id: x}}")
	user("impersonation", "token: t, as: jane, as-uid: '7', as-groups: [one, two], as-user-extra: {scopes: [view], acme.com/x: [value]}")
	user("groups without a user to impersonate", "token: t, as-groups: [one]")
	user("uid without a user to impersonate", "token: t, as-uid: '1'")

	exec := "apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never"
	user("plugin", "exec: {"+exec+", command: ./plugin}", files{"plugin": plugin})
	user("plugin in a folder below", "exec: {"+exec+", command: bin/plugin}", files{"bin/plugin": plugin})
	user("plugin with arguments and environment", "exec: {"+exec+", command: <dir>/plugin, args: [get, 'a b'], env: [{name: EXTRA, value: more}]}", files{"plugin": plugin})
	user("plugin by name", "exec: {"+exec+", command: sh, args: [-c, '. <dir>/plugin', '-', x]}", files{"plugin": plugin})
	user("missing plugin", "exec: {"+exec+", command: ./plugin, installHint: get it}")
	user("plugin beside a token", "token: t, exec: {"+exec+", command: ./plugin}")
	user("plugin beside a certificate", "client-certificate-data: <cert-base64>, client-key-data: <key-base64>, exec: {"+exec+", command: ./plugin}")
	user("plugin without a command", "exec: {"+exec+"}")
	user("plugin without an apiVersion", "exec: {command: ./plugin, interactiveMode: Never}", files{"plugin": plugin})
	user("plugin without an interactiveMode", "exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin}", files{"plugin": plugin})
	user("plugin with an unknown interactiveMode", "exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin, interactiveMode: Sometimes}", files{"plugin": plugin})
	user("plugin with an unnamed variable", "exec: {"+exec+", command: ./plugin, env: [{value: x}]}", files{"plugin": plugin})
	user("plugin of version v1beta1", "exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: ./plugin}", files{"plugin": prints(`{"apiVersion":"client.authentication.k8s.io/v1beta1","kind":"ExecCredential","status":{"token":"t"}}`)})
	user("plugin of version v1alpha1", "exec: {apiVersion: client.authentication.k8s.io/v1alpha1, command: ./plugin}", files{"plugin": plugin})
	single("plugin that is told of the cluster",
		`clusters:
- name: a
  cluster:
    server: https://a.test:6443
    certificate-authority-data: <cert-base64>
    tls-server-name: other.test
    proxy-url: http://proxy.test:3128
    disable-compression: true
    extensions:
    - {name: client.authentication.k8s.io/exec, extension: {audience: x, nested: {list: [1, two]}}}
    - {name: other, extension: {}}
users: [{name: a, user: {exec: {`+exec+`, command: ./plugin, provideClusterInfo: true}}}]
contexts: [{name: a, context: {cluster: a, user: a}}]
current-context: a
`, files{"plugin": plugin})
	user("plugin that is told of a cluster without extras", "exec: {"+exec+", command: ./plugin, provideClusterInfo: true}", files{"plugin": plugin})
	outputs := map[string]string{
		"nothing":                 ``,
		"garbage":                 `hello`,
		"a list":                  `[]`,
		"no kind":                 `{"apiVersion":"client.authentication.k8s.io/v1","status":{"token":"t"}}`,
		"another kind":            `{"apiVersion":"client.authentication.k8s.io/v1","kind":"Secret","status":{"token":"t"}}`,
		"another version":         `{"apiVersion":"client.authentication.k8s.io/v1beta1","kind":"ExecCredential","status":{"token":"t"}}`,
		"no status":               `{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential"}`,
		"an empty status":         `{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{}}`,
		"a certificate alone":     `{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"clientCertificateData":"x"}}`,
		"a key alone":             `{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"t","clientKeyData":"x"}}`,
		"a broken certificate":    `{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"clientCertificateData":"x","clientKeyData":"y"}}`,
		"a bad time":              `{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"t","expirationTimestamp":"tomorrow"}}`,
		"a time":                  `{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"t","expirationTimestamp":"2060-01-31T12:00:00+02:00"}}`,
		"a null time":             `{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"t","expirationTimestamp":null}}`,
		"a number as token":       `{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":7}}`,
		"fields nobody knows":     `{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","x":1,"status":{"token":"t","y":2}}`,
		"a token and a line more": `{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"t"}}` + "\nmore",
	}
	for _, name := range slices.Sorted(maps.Keys(outputs)) {
		user("plugin that prints "+name, "exec: {"+exec+", command: ./plugin}", files{"plugin": prints(outputs[name])})
	}
	user("plugin that fails", "exec: {"+exec+", command: ./plugin}", files{"plugin": "#!/bin/sh\nexit 3\n"})

	yaml := func(name, content string) { single("YAML: "+name, content) }
	yaml("JSON", `{"apiVersion":"v1","kind":"Config","clusters":[{"name":"a","cluster":{"server":"https://a.test:6443"}}],"users":[{"name":"a","user":{"token":"t"}}],"contexts":[{"name":"a","context":{"cluster":"a","user":"a"}}],"current-context":"a"}`)
	yaml("JSON with tabs", "{\n\t\"clusters\": [\n\t\t{\"name\": \"a\", \"cluster\": {\"server\": \"https://a.test:6443\"}}\n\t],\n\t\"contexts\": [{\"name\": \"a\", \"context\": {\"cluster\": \"a\"}}],\n\t\"current-context\": \"a\"\n}\n")
	yaml("no apiVersion and kind", "clusters: [{name: a, cluster: {server: 'https://a.test:6443'}}]\ncontexts: [{name: a, context: {cluster: a}}]\n"+current("a"))
	yaml("empty apiVersion and kind", "apiVersion: ''\nkind: ''\nclusters: [{name: a, cluster: {server: 'https://a.test:6443'}}]\ncontexts: [{name: a, context: {cluster: a}}]\n"+current("a"))
	yaml("another kind", "apiVersion: v1\nkind: Secret\n")
	yaml("another apiVersion", "apiVersion: v2\nkind: Config\n")
	yaml("a list", "- a\n")
	yaml("a scalar", "hello\n")
	yaml("broken", "clusters:\n- name: a\n cluster: x\n")
	yaml("a tab", "clusters:\n\t- name: a\n")
	yaml("an unclosed quote", "current-context: 'a\n")
	yaml("two documents", one+"---\n"+two)
	yaml("a document start", "---\n"+one)
	yaml("a document end and garbage", one+"---\n{\n")
	yaml("windows line ends", "apiVersion: v1\r\nclusters: [{name: a, cluster: {server: 'https://a.test:6443'}}]\r\ncontexts: [{name: a, context: {cluster: a}}]\r\ncurrent-context: a\r\n")
	yaml("byte order mark", "\uFEFF"+one)
	yaml("the same key twice", "current-context: x\n"+one)
	yaml("the same name twice in a list", "clusters: [{name: a, cluster: {server: 'https://1.test'}}, {name: a, cluster: {server: 'https://2.test'}}]\n")
	yaml("anchors and merge keys", "clusters: [{name: a, cluster: &c {server: 'https://a.test:6443', tls-server-name: x}}, {name: b, cluster: {<<: *c, tls-server-name: z}}]\ncontexts: [{name: a, context: {cluster: b}}]\n"+current("a"))
	yaml("an unknown alias", "current-context: *x\n")
	yaml("unknown fields", "later: {x: 1}\n"+simple("a", "server: 'https://a.test:6443', later: [1]", "token: t, later: true", "later: x")+current("a"))
	yaml("nulls", "preferences: null\nextensions: null\n"+simple("a", "server: 'https://a.test:6443', tls-server-name: null, extensions: null", "token: t, as-groups: null, exec: null", "namespace: null")+current("a"))
	yaml("null lists", "clusters: null\nusers:\ncontexts: ~\n")
	yaml("a null item", "clusters: [null]\n")
	yaml("clusters as a mapping", "clusters: {a: {server: x}}\n")
	yaml("a cluster that is text", "clusters: [{name: a, cluster: x}]\n")
	yaml("a number as token", simple("a", "server: 'https://a.test:6443'", "token: 12345", "")+current("a"))
	yaml("a number as name", "contexts: [{name: 1, context: {}}]\n")
	yaml("a boolean as text", simple("a", "server: 'https://a.test:6443', insecure-skip-tls-verify: 'true'", "token: t", "")+current("a"))
	for _, word := range []string{"yes", "on", "No", "OFF", "y", "n", "TRUE", "False", "1"} {
		yaml("the boolean "+word, simple("a", "server: 'https://a.test:6443', insecure-skip-tls-verify: "+word, "token: t", "")+current("a"))
		yaml("the name "+word, "contexts: [{name: "+word+", context: {cluster: a}}]\nclusters: [{name: a, cluster: {server: 'https://a.test:6443'}}]\n"+current("'"+word+"'"))
	}
	for _, word := range []string{"2020-01-02", "12:30:45", "0x1f", "1e3", "0b1", "010", "1_000", ".5", "~", "null", "nUll", "=", ".inf", "+1", "1.2.3", "-", "0o7"} {
		yaml("the namespace "+word, simple("a", "server: 'https://a.test:6443'", "token: t", "namespace: "+word)+current("a"))
	}
	add("extensions and preferences of two files", files{
		"1": "preferences: {colors: true}\nextensions: [{name: x, extension: {from: 1}}]\n" + one,
		"2": "preferences: {extensions: [{name: p, extension: {from: 2}}]}\nextensions: [{name: x, extension: {from: 2}}, {name: z, extension: {from: 2}}]\n" + two,
	}, "1", "2")
	return all
}
