// Writes what the reference makes of objects that say little: how defaults and conversions fill them in.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/admissionregistration/install"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/authentication/install"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/certificates/install"
	_ "k8s.io/kubernetes/pkg/apis/coordination/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/discovery/install"
	_ "k8s.io/kubernetes/pkg/apis/events/install"
	_ "k8s.io/kubernetes/pkg/apis/flowcontrol/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/node/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	_ "k8s.io/kubernetes/pkg/apis/resource/install"
	_ "k8s.io/kubernetes/pkg/apis/scheduling/install"
	_ "k8s.io/kubernetes/pkg/apis/storage/install"
)

// Row is one object, as it is sent and as the reference shows it.
type Row struct {
	Sent  json.RawMessage `json:"sent"`
	Shown json.RawMessage `json:"shown"`
}

func main() {
	if len(os.Args) != 2 {
		fail(fmt.Errorf("usage: go run . FOLDER, where FOLDER has the reference's sample objects as JSON"))
	}
	files, err := filepath.Glob(filepath.Join(os.Args[1], "*.json"))
	if err != nil || len(files) == 0 {
		fail(fmt.Errorf("no sample objects in %s: %v", os.Args[1], err))
	}
	sort.Strings(files)
	fmt.Println("[")
	isFirst := true
	for _, file := range files {
		rows, err := rowsOf(file)
		if err != nil {
			fail(fmt.Errorf("%s: %w", file, err))
		}
		for _, row := range rows {
			line, err := json.Marshal(row)
			if err != nil {
				fail(err)
			}
			if !isFirst {
				fmt.Println(",")
			}
			isFirst = false
			fmt.Print(string(line))
		}
	}
	fmt.Println("\n]")
}

func rowsOf(file string) ([]Row, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var object map[string]any
	if err := json.Unmarshal(data, &object); err != nil {
		return nil, err
	}
	version, _ := object["apiVersion"].(string)
	kind, _ := object["kind"].(string)
	gv, err := schema.ParseGroupVersion(version)
	if err != nil {
		return nil, err
	}
	if !isServed(gv, kind) {
		return nil, nil
	}
	var rows []Row
	for _, sent := range []map[string]any{hollow(object), bare(object)} {
		text, err := json.Marshal(sent)
		if err != nil {
			return nil, err
		}
		shown, err := show(text, gv)
		if err != nil {
			return nil, err
		}
		rows = append(rows, Row{text, shown})
	}
	return rows, nil
}

// isServed leaves out lists and options, and versions that a default server does not have.
func isServed(gv schema.GroupVersion, kind string) bool {
	if strings.Contains(gv.Version, "alpha") || strings.Contains(gv.Version, "beta") || gv.Group == "extensions" {
		return false
	}
	return legacyscheme.Scheme.Recognizes(gv.WithKind(kind)) && !strings.HasSuffix(kind, "Options") &&
		!strings.HasSuffix(kind, "List") && kind != "PodStatusResult" && kind != "RangeAllocation" && kind != "SerializedReference" && kind != "Status" &&
		!strings.HasPrefix(kind, "API")
}

// show reads an object as a request is read, stores it, and writes it as an answer is written.
func show(text []byte, gv schema.GroupVersion) ([]byte, error) {
	codec := legacyscheme.Codecs.LegacyCodec(gv)
	object, err := runtime.Decode(codec, text)
	if err != nil {
		return nil, err
	}
	info, _ := runtime.SerializerInfoForMediaType(legacyscheme.Codecs.SupportedMediaTypes(), runtime.ContentTypeProtobuf)
	storage := legacyscheme.Codecs.CodecForVersions(info.Serializer, info.Serializer, gv, runtime.InternalGroupVersioner)
	stored, err := runtime.Encode(storage, object)
	if err != nil {
		return nil, err
	}
	if object, err = runtime.Decode(storage, stored); err != nil {
		return nil, err
	}
	shown, err := runtime.Encode(codec, object)
	return now.ReplaceAll([]byte(strings.TrimSpace(string(shown))), []byte(`"timeAdded":"2026-01-01T00:00:00Z"`)), err
}

// now is the only default that depends on the time.
var now = regexp.MustCompile(`"timeAdded":"[^"]*"`)

// hollow keeps objects and lists, and nothing in them.
func hollow(object map[string]any) map[string]any {
	emptied := emptied(object).(map[string]any)
	emptied["apiVersion"], emptied["kind"] = object["apiVersion"], object["kind"]
	emptied["metadata"] = map[string]any{"name": "hollow"}
	return emptied
}

func emptied(value any) any {
	switch value := value.(type) {
	case map[string]any:
		object := map[string]any{}
		for name, member := range value {
			if kept := emptied(member); kept != nil {
				object[name] = kept
			}
		}
		return object
	case []any:
		list := []any{}
		for _, item := range value {
			if kept := emptied(item); kept != nil {
				list = append(list, kept)
			}
		}
		return list
	default:
		return nil
	}
}

// bare keeps the kind and a name.
func bare(object map[string]any) map[string]any {
	return map[string]any{
		"apiVersion": object["apiVersion"], "kind": object["kind"], "metadata": map[string]any{"name": "bare"},
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
