// Command vectors-protobuf records what the reference reads out of protobuf bodies.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	certificatesv1 "k8s.io/api/certificates/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	jsonserializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

const outputPath = "../../packages/apiserver/test/vectors/protobuf-bodies.jsonl.gz"

// row is a body, and the JSON of what it stands for or why the reference refuses it.
type row struct {
	Name  string          `json:"name"`
	Body  string          `json:"body"`
	Value json.RawMessage `json:"value,omitempty"`
	Error string          `json:"error,omitempty"`
}

func main() {
	log.SetFlags(0)
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		corev1.AddToScheme, appsv1.AddToScheme, authorizationv1.AddToScheme, autoscalingv2.AddToScheme, certificatesv1.AddToScheme,
		coordinationv1.AddToScheme, apiextensionsv1.AddToScheme, apiregistrationv1.AddToScheme,
	} {
		must(add(scheme))
	}
	metav1.AddToGroupVersion(scheme, schema.GroupVersion{Version: "v1"})
	rows := append(fullObjects(), sparseObjects(scheme)...)

	var out bytes.Buffer
	writer, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	must(err)
	for _, row := range rows {
		line, err := json.Marshal(row)
		must(err)
		_, err = writer.Write(append(line, '\n'))
		must(err)
	}
	must(writer.Close())
	must(os.WriteFile(outputPath, out.Bytes(), 0o644))
	fmt.Println("wrote", len(rows), "rows")
}

// answers are what servers send and never read.
var answers = []string{"core.v1.APIGroup", "core.v1.APIVersions", "core.v1.WatchEvent"}

// fullObjects are the samples of k8s.io/api, in which every field of a kind is set.
func fullObjects() []row {
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "k8s.io/api").Output()
	must(err)
	paths, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(module)), "testdata/HEAD/*.pb"))
	must(err)
	sort.Strings(paths)
	rows := []row{}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".pb")
		version := name[:strings.LastIndex(name, ".")]
		if !strings.HasSuffix(version, ".v1") && version != "autoscaling.v2" || slices.Contains(answers, name) {
			continue
		}
		body, err := os.ReadFile(path)
		must(err)
		value, err := os.ReadFile(strings.TrimSuffix(path, ".pb") + ".json")
		must(err)
		var compacted bytes.Buffer
		must(json.Compact(&compacted, value))
		rows = append(rows, row{Name: name, Body: base64.StdEncoding.EncodeToString(body), Value: compacted.Bytes()})
	}
	return rows
}

// samples are objects with few fields, of kinds that between them have every way in which values are laid out.
var samples = []string{
	`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","labels":{"a":"b","":"c"},"creationTimestamp":"2026-01-31T12:00:00Z","managedFields":[{"manager":"m","fieldsV1":{"f:spec":{}}}]},"spec":{"containers":[{"name":"c","image":"i","ports":[{"containerPort":80}],"resources":{"limits":{"cpu":"100m"}},"livenessProbe":{"httpGet":{"port":"http"}}}],"volumes":[{"name":"v","emptyDir":{}}],"securityContext":{"supplementalGroups":[1,300,9007199254740993],"runAsUser":-1},"hostNetwork":true,"activeDeadlineSeconds":9223372036854775807}}`,
	`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"d","generation":-5},"spec":{"replicas":0,"selector":{"matchLabels":{"a":"b"}},"template":{"spec":{"containers":[]}},"strategy":{"rollingUpdate":{"maxSurge":"25%","maxUnavailable":1}}}}`,
	`{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":{"name":"r"},"data":{"spec":{"a":[1,"x",null]}},"revision":3}`,
	`{"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"l"},"spec":{"renewTime":"2026-01-31T12:00:00.123456Z","leaseDurationSeconds":15}}`,
	`{"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview","spec":{"user":"u","groups":["g","h"],"extra":{"a":["1","2"],"b":[]}}}`,
	`{"apiVersion":"certificates.k8s.io/v1","kind":"CertificateSigningRequest","metadata":{"name":"c"},"spec":{"request":"AAECAw==","signerName":"s","extra":{"x":["y"]}}}`,
	`{"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","metadata":{"name":"h"},"spec":{"maxReplicas":3,"scaleTargetRef":{"kind":"k","name":"n"},"metrics":[{"type":"Resource","resource":{"name":"cpu","target":{"type":"AverageValue","averageValue":"1500m"}}}]}}`,
	`{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"data":{"a":"aGVsbG8=","b":""}}`,
	`{"apiVersion":"v1","kind":"ResourceQuota","metadata":{"name":"q"},"spec":{"hard":{"pods":"10","requests.memory":"1Gi"}}}`,
	`{"apiVersion":"v1","kind":"Event","metadata":{"name":"e"},"eventTime":"2026-01-31T12:00:00.000001Z","series":{"count":2,"lastObservedTime":"1969-12-31T23:59:59.999999Z"}}`,
	`{"apiVersion":"v1","kind":"DeleteOptions","gracePeriodSeconds":0,"preconditions":{"uid":"u"},"propagationPolicy":"Foreground","dryRun":["All"]}`,
	`{"apiVersion":"v1","kind":"CreateOptions","dryRun":["All"],"fieldManager":"m"}`,
	`{"apiVersion":"v1","kind":"PatchOptions","force":true}`,
	`{"apiVersion":"apiregistration.k8s.io/v1","kind":"APIService","metadata":{"name":"v1.a"},"spec":{"group":"a","version":"v1","groupPriorityMinimum":1,"versionPriority":2,"caBundle":"AAEC","service":{"name":"s","port":443}}}`,
	`{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"c"},"spec":{"group":"g","names":{"plural":"p","kind":"K"},"scope":"Namespaced","versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"a":{"type":"number","minimum":1.5,"default":{"x":[1]},"enum":["a",1,null]},"b":{"type":"array","items":{"type":"string"}},"c":{"additionalProperties":false},"d":{"additionalProperties":{"type":"string"},"x-kubernetes-validations":[{"rule":"r"}]}},"example":"e"}}}]}}`,
}

// sparseObjects are the samples, and what the reference makes of damaged copies of them.
func sparseObjects(scheme *runtime.Scheme) []row {
	serializer := protobuf.NewSerializer(scheme, scheme)
	reader := jsonserializer.NewSerializerWithOptions(jsonserializer.DefaultMetaFactory, scheme, scheme, jsonserializer.SerializerOptions{})
	random := rand.New(rand.NewSource(36))
	rows := []row{}
	for _, sample := range samples {
		object, _, err := reader.Decode([]byte(sample), nil, nil)
		must(err)
		kind := object.GetObjectKind().GroupVersionKind()
		message, err := object.(interface{ Marshal() ([]byte, error) }).Marshal()
		must(err)
		add := func(damage string, body []byte) {
			rows = append(rows, read(serializer, kind.Kind+" "+damage, body))
		}
		wrapped := func(message []byte) []byte { return wrap(kind, message) }
		add("whole", wrapped(message))
		add("twice", wrapped(append(bytes.Clone(message), message...)))
		add("with unknown fields", wrapped(append(bytes.Clone(message), 0xf8, 0x3f, 0x01, 0xfa, 0x3f, 0x01, 0x00, 0xfb, 0x3f, 0x08, 0x01, 0xfc, 0x3f, 0xf9, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, 0xfd, 0x3f, 0, 0, 0, 0)))
		add("with an end of group", wrapped(append(bytes.Clone(message), 0xfc, 0x3f)))
		add("with an illegal tag", wrapped(append(bytes.Clone(message), 0x00)))
		add("with an endless number", wrapped(append(bytes.Clone(message), bytes.Repeat([]byte{0xff}, 11)...)))
		for i := 0; i < 12; i++ {
			add(fmt.Sprint("cut ", i), wrapped(message[:random.Intn(len(message)+1)]))
		}
		for i := 0; i < 60; i++ {
			damaged := bytes.Clone(message)
			for range 1 + random.Intn(2) {
				if len(damaged) > 0 {
					damaged[random.Intn(len(damaged))] = byte(random.Intn(256))
				}
			}
			add(fmt.Sprint("damaged ", i), wrapped(damaged))
		}
		for i := 0; i < 8 && !strings.HasSuffix(kind.Kind, "Options"); i++ {
			damaged := wrapped(message)
			damaged[random.Intn(min(len(damaged), 40))] = byte(random.Intn(256))
			add(fmt.Sprint("damaged envelope ", i), damaged)
		}
	}
	packed := []byte{0x1a, 0x0b, 0x72, 0x09, 0x22, 0x07, 0x01, 0xac, 0x02, 0x81, 0x80, 0x80, 0x10}
	rows = append(rows, read(serializer, "Pod with packed numbers", wrap(schema.GroupVersionKind{Version: "v1", Kind: "Pod"}, packed)))
	for name, body := range map[string]string{"empty": "", "prefix alone": "k8s\x00", "JSON": `{"kind":"Pod"}`, "other prefix": "k8s\x01abc"} {
		rows = append(rows, read(serializer, name, []byte(body)))
	}
	sort.SliceStable(rows, func(i, j int) bool { return rows[i].Name < rows[j].Name })
	return rows
}

func wrap(kind schema.GroupVersionKind, message []byte) []byte {
	unknown := runtime.Unknown{TypeMeta: runtime.TypeMeta{APIVersion: kind.GroupVersion().String(), Kind: kind.Kind}, Raw: message}
	body, err := unknown.Marshal()
	must(err)
	return append([]byte("k8s\x00"), body...)
}

func read(serializer runtime.Decoder, name string, body []byte) row {
	read := row{Name: name, Body: base64.StdEncoding.EncodeToString(body)}
	object, kind, err := serializer.Decode(body, nil, nil)
	if err == nil {
		object.GetObjectKind().SetGroupVersionKind(*kind)
		read.Value, err = json.Marshal(object)
	}
	if err != nil {
		read.Error, read.Value = err.Error(), nil
	}
	return read
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
