package main

import (
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"
)

var (
	deployment = schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "Deployment"}
	secret     = schema.GroupVersionKind{Version: "v1", Kind: "Secret"}
	pod        = schema.GroupVersionKind{Version: "v1", Kind: "Pod"}
	lease      = schema.GroupVersionKind{Group: "coordination.k8s.io", Version: "v1", Kind: "Lease"}
	role       = schema.GroupVersionKind{Group: "rbac.authorization.k8s.io", Version: "v1", Kind: "Role"}
	revision   = schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "ControllerRevision"}
	service    = schema.GroupVersionKind{Version: "v1", Kind: "Service"}
	crd        = schema.GroupVersionKind{Group: "apiextensions.k8s.io", Version: "v1", Kind: "CustomResourceDefinition"}
	apiService = schema.GroupVersionKind{Group: "apiregistration.k8s.io", Version: "v1", Kind: "APIService"}
)

type decodeCase struct {
	gvk    schema.GroupVersionKind
	format string
	body   string
}

func decodeCases() []decodeCase {
	var cases []decodeCase
	add := func(gvk schema.GroupVersionKind, format string, bodies ...string) {
		for _, body := range bodies {
			cases = append(cases, decodeCase{gvk, format, body})
		}
	}
	add(deployment, "json",
		// No JSON
		``, ` `, `x`, `{`, `{"`, `{"a`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{a:1}`, `{"a" 1}`, `{"a":1 "b":2}`, `{"a":01}`,
		`{"a":-}`, `{"a":1.}`, `{"a":1e}`, `{"a":1e+}`, `{"a":.5}`, `{"a":+1}`, `{"a":tru}`, `{"a":trux}`, `{"a":falsy}`, `{"a":nul}`,
		`{"a":"\x"}`, `{"a":"\u12g4"}`, "{\"a\":\"\n\"}", "{\"a\":\"\x01\"}", `[1,]`, `[1 2]`, `{}{}`, `{} x`, `]`, `{"a":[}`, `{"a":1]`, `'a'`,
		"\ufeff{}", "{\"a\":\x00}", "{\"a\":é}", "{\"a\":\x7f}", `{"a":\}`, `"`, `-`, `1`, `"x"`, `true`, `null`, `[]`, `[{}]`, `{"a":'}`,
		// What it is
		`{}`, `{"kind":5}`, `{"kind":null}`, `{"kind":{}}`, `{"apiVersion":true}`, `{"apiVersion":["v1"]}`, `{"apiVersion":"a/b/c"}`, `{"apiVersion":1.5}`,
		`{"apiVersion":"apps/v1"}`, `{"kind":"Deployment"}`,
		// Unknown and repeated
		`{"a":1}`, `{"spec":{"a":1,"template":{"spec":{"containers":[{"name":"x","a":1},{"name":"y","b":{"c":1}}]}}}}`,
		`{"spec":{"replicas":1,"replicas":2}}`, `{"a":1,"spec":{"replicas":1,"x":1,"replicas":2,"x":2},"b":{"c":1,"c":2}}`,
		`{"metadata":{"name":"a"},"metadata":{"labels":{"a":"b"}},"metadata":{"name":"c"}}`, `{"metadata":{"labels":{"a":"b","a":"c","x":"y","a":"d"}}}`,
		`{"metadata":{"labels":{"a":"b"},"labels":{"c":"d"}}}`, `{"metadata":{"finalizers":["a","b"],"finalizers":["c"]}}`,
		`{"Spec":{"replicas":1}}`, `{"spec":{"Replicas":1}}`, `{"metadata":{"ManagedFields":[]}}`,
		`{"spec":{"template":{"spec":{"containers":[{"livenessProbe":{"a":1,"httpGet":{"b":2}},"env":[{"name":"x","valueFrom":{"c":{}}}]}]}}}}`,
		`{"metadata":{"labels":{"a.b/c":"d"},"annotations":{"x\"y":"z"}},"spec":{"q\"uote":1,"tab\t":2,"é":3}}`,
		`{"spec":{"template":{"spec":{"volumes":[{"name":"a","name":"b","emptyDir":{},"emptyDir":{"medium":"Memory"}}]}}}}`,
		// Wrong types
		`{"spec":5}`, `{"spec":"x"}`, `{"spec":[]}`, `{"spec":true}`, `{"spec":1.5}`, `{"spec":null}`, `{"metadata":[]}`, `{"metadata":{"name":5}}`,
		`{"metadata":{"labels":[]}}`, `{"metadata":{"labels":"x"}}`, `{"metadata":{"labels":{"a":5}}}`, `{"metadata":{"labels":{"a":null}}}`,
		`{"metadata":{"generation":"5"}}`, `{"metadata":{"generation":9223372036854775807}}`, `{"metadata":{"generation":9223372036854775808}}`,
		`{"metadata":{"generation":-9223372036854775808}}`, `{"metadata":{"generation":-9223372036854775809}}`, `{"metadata":{"generation":1e3}}`,
		`{"spec":{"replicas":1.0}}`, `{"spec":{"replicas":-0}}`, `{"spec":{"replicas":2147483647}}`, `{"spec":{"replicas":2147483648}}`, `{"spec":{"replicas":-2147483649}}`,
		`{"spec":{"replicas":1E0}}`, `{"spec":{"replicas":100000000000000000000000000}}`, `{"spec":{"paused":"true"}}`, `{"spec":{"paused":1}}`,
		`{"spec":{"template":{"spec":{"containers":{}}}}}`, `{"spec":{"template":{"spec":{"containers":[5]}}}}`, `{"spec":{"template":{"spec":{"containers":[null]}}}}`,
		`{"spec":{"template":{"spec":{"containers":[{"command":"x"}]}}}}`, `{"spec":{"template":{"spec":{"containers":[{"command":[5]}]}}}}`,
		`{"spec":{"template":{"spec":{"containers":[{"command":[null]}]}}}}`, `{"spec":{"template":{"spec":{"containers":[{"imagePullPolicy":5}]}}}}`,
		`{"spec":{"template":{"spec":{"volumes":[{"configMap":{"name":5}}]}}}}`, `{"spec":{"template":{"spec":{"volumes":[{"configMap":5}]}}}}`,
		`{"spec":{"template":{"spec":{"containers":[{"envFrom":[{"configMapRef":{"name":{}}}]}]}}}}`,
		`{"spec":{"replicas":"x","paused":5}}`, `{"spec":{"replicas":"x","strategy":{"rollingUpdate":{"maxSurge":{}}}}}`,
		`{"metadata":{"labels":{"a":5}},"spec":{"template":{"spec":{"containers":[{"resources":{"limits":{"cpu":"x"}}}]}}}}`,
		`{"a":1,"spec":{"replicas":"x"}}`,
		// Values with a form of their own
		`{"metadata":{"creationTimestamp":null}}`, `{"metadata":{"creationTimestamp":""}}`, `{"metadata":{"creationTimestamp":5}}`, `{"metadata":{"creationTimestamp":{}}}`,
		`{"metadata":{"creationTimestamp":"2020-01-02T03:04:05Z"}}`, `{"metadata":{"creationTimestamp":"2020-01-02T03:04:05.999999999+02:00"}}`,
		`{"metadata":{"creationTimestamp":"2020-13-02T03:04:05Z"}}`, `{"metadata":{"creationTimestamp":"0001-01-01T00:00:00Z"}}`, `{"metadata":{"deletionTimestamp":null}}`,
		`{"metadata":{"deletionTimestamp":"2020-01-02T03:04:05Z"}}`, `{"metadata":{"managedFields":[{"time":null,"fieldsV1":{"f:a":{}}},{"fieldsV1":null},{}]}}`,
		`{"spec":{"strategy":{"rollingUpdate":{"maxSurge":1,"maxUnavailable":"25%"}}}}`, `{"spec":{"strategy":{"rollingUpdate":{"maxSurge":null}}}}`,
		`{"spec":{"strategy":{"rollingUpdate":{"maxSurge":1.5}}}}`, `{"spec":{"strategy":{"rollingUpdate":{"maxSurge":2147483648}}}}`,
		`{"spec":{"strategy":{"rollingUpdate":{"maxSurge":true}}}}`, `{"spec":{"strategy":{"rollingUpdate":{}}}}`,
		`{"status":{"conditions":[{"type":"a"},{"type":"b","lastUpdateTime":"2020-01-02T03:04:05Z"}]}}`,
	)
	for _, quantity := range []string{`1`, `"1"`, `"1000m"`, `"0.5"`, `0.5`, `1.0`, `1e3`, `"1e3"`, `"1E3"`, `null`, `""`, `"x"`, `"1x"`, `true`, `{}`, `[]`, `[1]`, `"1024Mi"`, `"1.5Gi"`,
		`" 1 "`, `"100m"`, `"0"`, `"-5"`, `"+5"`, `"9E"`, `"10E"`, `"1.1.1"`, `"1Gi "`, `"0.0001"`, `"1Ki"`, `"1000Ki"`, `"01"`, `"1i"`, `12345678901234567890`, `"999Ti"`} {
		add(pod, "json", `{"spec":{"containers":[{"resources":{"limits":{"cpu":`+quantity+`}}}]}}`)
	}
	for _, data := range []string{`""`, `"eA=="`, `"eA="`, `"eA"`, `"eA===`, `"eA=a"`, `"eAa"`, `"eAab="`, `"eB=="`, `"e"`, `"="`, `"===="`, `"e===" `, `"!"`, `"eAab!"`, `"eAabe!"`, `"eA==eA=="`, `"eA\n=="`,
		`"eAab\r\neAab"`, `"eA==\n"`, `"é"`, `"eAé"`, `5`, `null`, `{}`, `[]`, `[1]`, `"eAabeAabe"`, `"eAab eAab"`, `"eA=\n=x"`, `"e-_="`} {
		add(secret, "json", `{"data":{"a":`+data+`}}`)
	}
	for _, time := range []string{`null`, `""`, `"2020-01-02T03:04:05Z"`, `"2020-01-02T03:04:05.000000Z"`, `"2020-01-02T03:04:05.123456+01:00"`, `"2020-01-02T03:04:05.1234567Z"`, `5`, `"0001-01-01T00:00:00.000000Z"`} {
		add(lease, "json", `{"spec":{"renewTime":`+time+`}}`)
	}
	add(role, "json", `{}`, `{"rules":null}`, `{"rules":[]}`, `{"rules":[{}]}`, `{"rules":[{"verbs":[]}]}`, `{"rules":[{"verbs":["get"],"resources":[]}]}`)
	add(revision, "json", `{}`, `{"data":null}`, `{"data":{"a":{"b":[1,"x",null]}}}`, `{"data":5}`, `{"data":[]}`, `{"data":{"a":1,"a":2}}`, `{"revision":0}`)
	add(service, "json", `{}`, `{"spec":{"ports":[{"port":80,"targetPort":"x"},{"targetPort":5},{}]}}`, `{"spec":{"ports":[]}}`, `{"spec":{"sessionAffinityConfig":{"clientIP":{}}}}`,
		`{"status":{"loadBalancer":{"ingress":[{}]}}}`)
	schemaOf := func(schema string) string {
		return `{"spec":{"versions":[{"name":"v1","schema":{"openAPIV3Schema":` + schema + `}}]}}`
	}
	add(crd, "json", `{}`, `{"spec":{"versions":[]}}`, `{"spec":{"names":{"shortNames":[],"categories":null}},"status":{"conditions":[]}}`,
		schemaOf(`{}`), schemaOf(`{"type":"object","x":1}`), schemaOf(`{"properties":{"a":{"type":"string","default":"x","enum":["x",1,null]}}}`),
		schemaOf(`{"additionalProperties":true}`), schemaOf(`{"additionalProperties":false}`), schemaOf(`{"additionalProperties":{"type":"string","x":1}}`),
		schemaOf(`{"additionalProperties":null}`), schemaOf(`{"additionalProperties":5}`), schemaOf(`{"additionalProperties":{"type":5}}`), schemaOf(`{"additionalProperties":[]}`),
		schemaOf(`{"items":{"type":"string","x":1}}`), schemaOf(`{"items":[{"type":"string"}]}`), schemaOf(`{"items":[]}`), schemaOf(`{"items":5}`), schemaOf(`{"items":null}`),
		schemaOf(`{"items":{"maxLength":"x"}}`), schemaOf(`{"items":{"items":{"maxLength":"x"}}}`), schemaOf(`{"items":[{"maxLength":"x"}]}`), schemaOf(`{"type":5,"items":{"maxLength":"x"}}`),
		schemaOf(`{"dependencies":{"a":["b"],"c":{"type":"string"},"d":null,"e":[],"f":5}}`), schemaOf(`{"dependencies":{"a":[5]}}`),
		schemaOf(`{"default":null,"example":{"a":[1,2]}}`), schemaOf(`{"maximum":1,"minimum":1.5,"multipleOf":1e3}`), schemaOf(`{"maximum":"x"}`), schemaOf(`{"maximum":1e999}`),
		schemaOf(`{"maximum":0,"exclusiveMaximum":false,"maxLength":0,"nullable":false,"required":[],"properties":{}}`), schemaOf(`{"enum":[]}`), schemaOf(`{"x-kubernetes-preserve-unknown-fields":false,"x-kubernetes-list-map-keys":[]}`),
		schemaOf(`{"x-kubernetes-validations":[{"rule":"true","rule":"false"}]}`), schemaOf(`{"not":{"type":"string","y":2},"allOf":[{"z":3}]}`), schemaOf(`{"default":{"a":1,"a":2}}`),
		`{"spec":{"conversion":{"strategy":"Webhook","webhook":{"clientConfig":{"caBundle":"eA=="},"conversionReviewVersions":[]}}}}`)
	add(apiService, "json", `{}`, `{"spec":{"caBundle":"","service":{}}}`, `{"spec":{"service":null,"groupPriorityMinimum":5}}`, `{"status":{"conditions":[]}}`)
	add(deployment, "yaml",
		``, `{}`, `null`, `x`, `- a`, `5`, "kind: Deployment\nspec:\n  replicas: 1\n", "kind: 5\n", "spec:\n  replicas: 1.0\n", "spec:\n  replicas: 1.5\n", "spec:\n  replicas: 1e3\n",
		"spec:\n  replicas: '1'\n", "spec:\n  paused: yes\n", "spec:\n  paused: off\n", "spec:\n  paused: y\n", "spec:\n  replicas: 0o17\n", "spec:\n  replicas: 017\n", "spec:\n  replicas: 0x1F\n",
		"spec:\n  replicas: 1_000\n", "a: 1\n---\nb: 2\n", "---\na: 1\n", "# x\n---\nspec:\n  a: 1\n", "--- # x\nspec: {a: 1}\n...\nb: 1\n",
		"spec:\n  replicas: 1\n  replicas: 2\n", "spec:\n  a: 1\n  a: 2\nb:\n  - c: 1\n    c: 2\n", "{\"spec\":{\"replicas\":1,\"replicas\":2}}", "1: 2\ntrue: 3\n",
		"metadata:\n  labels: &x\n    a: b\n  annotations: *x\n", "metadata:\n  labels:\n    <<: {a: b}\n    c: d\n", "metadata:\n  labels:\n    a: 2020-01-01\n    b: 12:30:45\n    c: 1:20\n",
		"metadata:\n  labels:\n    a: 2001-12-14t21:59:43.10-05:00\n", "metadata:\n  name: \"a\\u00e9\"\n", "metadata:\n  name: ~\n", "metadata:\n  name: !!str 5\n", "metadata:\n  name: |\n    a\n    b\n",
		"metadata:\n  annotations:\n    a: 1.2.3\n    b: on\n    c: .5\n    d: \"on\"\n", "spec: {replicas: 9007199254740993}\n")
	return cases
}

// yamlCases are scalars whose meaning depends on the version of YAML.
func yamlCases() []any {
	var rows []any
	for _, scalar := range []string{`y`, `Y`, `n`, `N`, `yes`, `Yes`, `YES`, `no`, `on`, `On`, `off`, `true`, `True`, `TRUE`, `tRUE`, `false`, `null`, `Null`, `NULL`, `~`, ``, `nULL`, `1`, `-1`, `+1`, `01`, `017`, `08`, `0o17`,
		`0x1f`, `0X1F`, `0B11`, `0b11`, `-0b11`, `1_000`, `_1`, `1_`, `1.0`, `1.5`, `1.50`, `.5`, `5.`, `1e3`, `1e+3`, `1E3`, `1.e3`, `1e`, `e1`, `1.2.3`, `1:20`, `12:30:45`, `2020-01-01`, `2020-01-01T00:00:00Z`,
		`"1"`, `'1'`, `!!str 1`, `!!int "1"`, `9007199254740993`, `-9007199254740993`, `9223372036854775807`, `18446744073709551615`, `1e400`, `0.1`, `1e21`, `123456789012.5`, `1e-7`,
		`!!binary eA==`, `a b`, `a: b`, `a #b`, `"a\tb"`, `[]`, `{}`, `[a, 1]`, `{a: 1, b}`, `=`, `<<`, `0`, `-0`, `0.0`, `00`, `0_0`, `1__0`, `0x`, `0b`, `-`, `--1`, `1-1`, `100m`, `1Gi`, `50%`} {
		text, err := yaml.YAMLToJSON([]byte("v: " + scalar + "\n"))
		if err != nil {
			rows = append(rows, []any{scalar, nil, err.Error()})
		} else {
			rows = append(rows, []any{scalar, strings.TrimSpace(string(text))})
		}
	}
	return rows
}
