// Records what client-go makes of kubeconfig files, and Go of proxy variables.
package main

import (
	"encoding/json"
	"os"
	"runtime/debug"
	"strings"
)

func main() {
	for _, name := range []string{"HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "https_proxy", "http_proxy", "no_proxy", "KUBECONFIG"} {
		os.Unsetenv(name)
	}
	material := newMaterial()
	result := map[string]any{
		"source":         source(),
		"kubeconfigs":    kubeconfigs(material),
		"proxies":        proxies(),
		"impersonations": impersonations(),
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(result))
}

func source() string {
	info, _ := debug.ReadBuildInfo()
	var modules []string
	for _, module := range info.Deps {
		if module.Path == "k8s.io/client-go" || module.Path == "golang.org/x/net" {
			modules = append(modules, module.Path+" "+module.Version)
		}
	}
	return strings.Join(modules, ", ")
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
