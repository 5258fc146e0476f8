package main

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/yaml"
)

func kubeconfigs(material *material) any {
	var rows []any
	for _, c := range cases() {
		row := run(c, material)
		rows = append(rows, row)
	}
	return rows
}

func run(c testCase, material *material) any {
	directory, err := os.MkdirTemp("", "kubeconfig")
	check(err)
	defer os.RemoveAll(directory)
	for path, content := range c.files {
		full := filepath.Join(directory, path)
		check(os.MkdirAll(filepath.Dir(full), 0o755))
		mode := os.FileMode(0o644)
		if strings.HasPrefix(content, "#!") {
			mode = 0o755
		}
		check(os.WriteFile(full, []byte(material.fill(content, directory)), mode))
	}
	var list []string
	for _, path := range c.list {
		list = append(list, filepath.Join(directory, path))
	}
	check(os.Setenv("KUBECONFIG", strings.Join(list, string(os.PathListSeparator))))
	row := map[string]any{"name": c.name, "files": c.files, "kubeconfig": c.list}
	if c.context != "" {
		row["context"] = c.context
	}
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	if merged, err := rules.Load(); err != nil {
		row["error"] = err.Error()
	} else {
		text, err := clientcmd.Write(*merged)
		check(err)
		var object any
		check(yaml.Unmarshal(text, &object))
		row["merged"] = object
	}
	connection, err := connect(rules, c.context)
	if err != nil {
		row["connectionError"] = err.Error()
	} else {
		row["connection"] = connection
	}
	text, err := json.Marshal(row)
	check(err)
	var hidden any
	check(json.Unmarshal([]byte(hide(material, string(text), directory)), &hidden))
	return hidden
}

// hide works on JSON text, in which the line breaks of PEM are escaped.
func hide(material *material, text, directory string) string {
	escaped := *material
	escaped.replacements = nil
	for _, pair := range material.replacements {
		quoted, err := json.Marshal(pair[1])
		check(err)
		escaped.replacements = append(escaped.replacements, [2]string{pair[0], strings.Trim(string(quoted), `"`)})
	}
	return escaped.hide(text, directory)
}

func connect(rules *clientcmd.ClientConfigLoadingRules, context string) (any, error) {
	overrides := &clientcmd.ConfigOverrides{CurrentContext: context}
	loader := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, overrides)
	config, err := loader.ClientConfig()
	if err != nil {
		return nil, err
	}
	namespace, _, err := loader.Namespace()
	if err != nil {
		return nil, err
	}
	server, _, err := rest.DefaultServerUrlFor(config)
	if err != nil {
		return nil, err
	}
	if _, err := rest.TLSConfigFor(config); err != nil {
		return nil, err
	}
	target := &stub{}
	tripper, err := rest.HTTPWrappersForConfig(config, target)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest("GET", "https://api.test/", nil)
	check(err)
	if _, err := tripper.RoundTrip(request); err != nil {
		return nil, err
	}
	decodeToken(target.headers)
	if err := rest.LoadTLSFiles(config); err != nil {
		return nil, err
	}
	result := map[string]any{
		"server":             strings.TrimRight(server.String(), "/"),
		"namespace":          namespace,
		"headers":            target.headers,
		"ca":                 string(config.CAData),
		"cert":               string(config.CertData),
		"key":                string(config.KeyData),
		"insecure":           config.Insecure,
		"tlsServerName":      config.ServerName,
		"disableCompression": config.DisableCompression,
		"proxy":              "",
	}
	if config.Proxy != nil {
		var proxy *url.URL
		if proxy, err = config.Proxy(request); err != nil {
			return nil, err
		}
		result["proxy"] = proxy.String()
	}
	return result, nil
}

// decodeToken shows what our plugin was told, which it returns in base64 as its token.
func decodeToken(headers map[string][]string) {
	for index, value := range headers["authorization"] {
		text, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(value, "Bearer "))
		if err == nil && strings.Contains(string(text), "ExecCredential") {
			headers["authorization"][index] = "Told " + string(text)
		}
	}
}
