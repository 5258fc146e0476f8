// Records what the API server makes of requests before it looks at any object.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"runtime/debug"
	"sort"
	"strings"

	"github.com/munnerz/goautoneg"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/version"
	"k8s.io/apiserver/pkg/endpoints/handlers/negotiation"
	"k8s.io/apiserver/pkg/endpoints/request"
)

func main() {
	tables := map[string][]any{
		"source":       {source()},
		"requests":     requests(),
		"accepts":      accepts(),
		"negotiations": negotiations(),
		"contentTypes": contentTypes(),
		"warnings":     warnings(),
		"queries":      queries(),
		"versions":     versions(),
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	names := make([]string, 0, len(tables))
	for name := range tables {
		names = append(names, name)
	}
	sort.Strings(names)
	for i, name := range names {
		fmt.Fprintf(out, "%s%q: [\n", map[bool]string{true: "{\n", false: ""}[i == 0], name)
		for j, row := range tables[name] {
			text, err := json.Marshal(row)
			check(err)
			fmt.Fprintf(out, "%s%s\n", text, map[bool]string{true: ",", false: ""}[j < len(tables[name])-1])
		}
		fmt.Fprintf(out, "]%s\n", map[bool]string{true: ",", false: "\n}"}[i < len(names)-1])
	}
}

func requests() []any {
	factory := &request.RequestInfoFactory{
		APIPrefixes:          sets.NewString("api", "apis"),
		GrouplessAPIPrefixes: sets.NewString("api"),
	}
	var rows []any
	for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} {
		for _, target := range targets {
			if method != "GET" && method != "DELETE" && strings.Contains(target, "?") {
				continue
			}
			parsed, err := url.ParseRequestURI(target)
			if err != nil {
				rows = append(rows, map[string]any{"method": method, "target": target, "unreadable": true})
				continue
			}
			info, err := factory.NewRequestInfo(&http.Request{Method: method, URL: parsed})
			row := map[string]any{"method": method, "target": target, "path": info.Path, "isResource": info.IsResourceRequest, "verb": info.Verb}
			if info.IsResourceRequest {
				row["group"], row["version"], row["namespace"] = info.APIGroup, info.APIVersion, info.Namespace
				row["resource"], row["subresource"], row["name"] = info.Resource, info.Subresource, info.Name
				row["parts"] = info.Parts
			}
			if err != nil {
				row["error"] = err.Error()
			}
			rows = append(rows, row)
		}
	}
	return rows
}

func accepts() []any {
	var rows []any
	for _, header := range acceptHeaders {
		var clauses []any
		for _, clause := range goautoneg.ParseAccept(header) {
			parameters := clause.Params
			if parameters == nil {
				parameters = map[string]string{}
			}
			clauses = append(clauses, map[string]any{"type": clause.Type, "subtype": clause.SubType, "quality": clause.Q, "parameters": parameters})
		}
		rows = append(rows, map[string]any{"header": header, "clauses": clauses})
	}
	return rows
}

// What endpoints of objects, and those that write errors, make of an Accept header.
func negotiations() []any {
	var rows []any
	for _, header := range acceptHeaders {
		row := map[string]any{"header": header}
		for name, restrictions := range map[string]negotiation.EndpointRestrictions{
			"objects": objectRestrictions{}, "none": negotiation.DefaultEndpointRestrictions,
		} {
			options, ok := negotiation.NegotiateMediaTypeOptions(header, offered(), restrictions)
			if !ok {
				row[name] = nil
				continue
			}
			choice := map[string]any{"format": options.Accepted.MediaTypeSubType, "isPretty": options.Pretty}
			if options.Convert != nil {
				choice["transformation"] = map[string]string{"kind": options.Convert.Kind, "group": options.Convert.Group, "version": options.Convert.Version}
			}
			row[name] = choice
		}
		rows = append(rows, row)
	}
	return rows
}

// Protobuf is left out: it is not offered here.
func offered() []runtime.SerializerInfo {
	var infos []runtime.SerializerInfo
	for _, info := range serializer.NewCodecFactory(runtime.NewScheme()).SupportedMediaTypes() {
		if info.MediaTypeSubType == "json" || info.MediaTypeSubType == "yaml" {
			infos = append(infos, info)
		}
	}
	return infos
}

type objectRestrictions struct{}

func (objectRestrictions) AllowsMediaTypeTransform(_, _ string, kind *schema.GroupVersionKind) bool {
	if kind == nil {
		return true
	}
	isMeta := kind.Group == "meta.k8s.io" && (kind.Version == "v1" || kind.Version == "v1beta1")
	return isMeta && (kind.Kind == "Table" || kind.Kind == "PartialObjectMetadata" || kind.Kind == "PartialObjectMetadataList")
}
func (objectRestrictions) AllowsServerVersion(version string) bool { return version == "v1" }
func (objectRestrictions) AllowsStreamSchema(name string) bool     { return name == "watch" }

func contentTypes() []any {
	factory := serializer.NewCodecFactory(runtime.NewScheme())
	var rows []any
	for _, header := range contentTypeHeaders {
		info, err := negotiation.NegotiateInputSerializerForMediaType(header, false, factory)
		row := map[string]any{"header": header, "format": nil}
		if err == nil {
			row["format"] = strings.TrimPrefix(info.MediaTypeSubType, "vnd.kubernetes.")
		}
		rows = append(rows, row)
	}
	return rows
}

func warnings() []any {
	var rows []any
	for _, text := range warningTexts {
		header, err := net.NewWarningHeader(299, "", text)
		row := map[string]any{"text": text, "header": nil}
		if err == nil {
			row["header"] = header
		}
		rows = append(rows, row)
	}
	return rows
}

func queries() []any {
	var rows []any
	for _, text := range queryTexts {
		values, _ := url.ParseQuery(text)
		rows = append(rows, map[string]any{"text": text, "values": values})
	}
	return rows
}

func versions() []any {
	sorted := append([]string{}, versionNames...)
	sort.SliceStable(sorted, func(i, j int) bool { return version.CompareKubeAwareVersionStrings(sorted[i], sorted[j]) > 0 })
	return []any{map[string]any{"names": versionNames, "sorted": sorted}}
}

func source() string {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == "k8s.io/apiserver" {
			return module.Path + " " + module.Version
		}
	}
	return ""
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
