package main

import (
	"encoding/json"
	"reflect"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/api/equality"
)

func init() { area("semantic-equality", semanticEquality) }

func semanticEquality() any {
	pairs := []struct {
		example any
		values  []string
	}{
		{corev1.Pod{}, []string{
			`{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"1","memory":"1Gi"}}}]}}`,
			`{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"1000m","memory":"1024Mi"}}}]}}`,
			`{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":1,"memory":1073741824}}}]}}`,
			`{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}}`,
			`{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"2","memory":"1Gi"}}}]}}`,
			`{"spec":{"containers":[{"name":"a","resources":{"requests":{}}}]}}`,
			`{"spec":{"containers":[{"name":"a","resources":{}}]}}`,
			`{"spec":{"containers":[{"name":"a"}]}}`,
			`{"spec":{"containers":[{"name":"a"}]},"status":{}}`,
			`{"spec":{"containers":[{"name":"a","image":"x"}]}}`,
			`{"spec":{"containers":[{"name":"a"},{"name":"b"}]}}`,
			`{"spec":{"containers":[]}}`,
			`{"spec":{"containers":[{"name":"b"}]}}`,
		}},
		{corev1.Pod{}, []string{
			`{"metadata":{"name":"a"}}`,
			`{"metadata":{"name":"a","labels":{},"annotations":{},"finalizers":[]}}`,
			`{"metadata":{"name":"a","labels":null,"finalizers":null}}`,
			`{"metadata":{"name":"a","labels":{"x":"1"}}}`,
			`{"metadata":{"name":"a","labels":{"x":"1000m"}}}`,
			`{"metadata":{"name":"a","labels":{"x":"1","y":"2"}}}`,
			`{"metadata":{"name":"a","labels":{"x":""}}}`,
			`{"metadata":{"name":"a","finalizers":["f"]}}`,
			`{"metadata":{"name":"a","creationTimestamp":"2026-01-01T00:00:00Z"}}`,
			`{"metadata":{"name":"a","creationTimestamp":"2026-01-01T01:00:00+01:00"}}`,
			`{"metadata":{"name":"a","creationTimestamp":"2026-01-01T00:00:01Z"}}`,
		}},
		{corev1.PodSpec{}, []string{
			`{"volumes":[{"name":"v"}]}`,
			`{"volumes":[{"name":"v","emptyDir":{}}]}`,
			`{"volumes":[{"name":"v","emptyDir":{"sizeLimit":"1Gi"}}]}`,
			`{"volumes":[{"name":"v","emptyDir":{"sizeLimit":"1024Mi"}}]}`,
			`{"securityContext":{}}`,
			`{"nodeSelector":{}}`,
			`{"hostNetwork":true}`,
			`{"terminationGracePeriodSeconds":0}`,
			`{"terminationGracePeriodSeconds":9007199254740993}`,
			`{"terminationGracePeriodSeconds":9007199254740992}`,
			`{}`,
		}},
		{corev1.PersistentVolumeClaimSpec{}, []string{
			`{}`, `{"storageClassName":""}`, `{"storageClassName":"x"}`, `{"storageClassName":null}`,
			`{"resources":{"requests":{"storage":"1Ti"}}}`, `{"resources":{"requests":{"storage":"1024Gi"}}}`,
		}},
		{corev1.ResourceQuotaStatus{}, []string{
			`{"hard":{"pods":"10"},"used":{"pods":"0"}}`, `{"hard":{"pods":"10000m"},"used":{"pods":"0k"}}`, `{"hard":{"pods":"10"}}`, `{"hard":{"pods":"10"},"used":{}}`,
		}},
		{coordinationv1.LeaseSpec{}, []string{
			`{"renewTime":"2026-01-01T00:00:00.000000Z"}`, `{"renewTime":"2026-01-01T02:00:00.000000+02:00"}`, `{"renewTime":"2026-01-01T00:00:00.000001Z"}`, `{}`,
		}},
		{networkingv1.NetworkPolicySpec{}, []string{
			`{"podSelector":{},"ingress":[]}`, `{"podSelector":{}}`, `{"podSelector":{"matchLabels":{}}}`, `{"podSelector":{},"ingress":[{}]}`, `{"podSelector":{},"ingress":[{"from":[]}]}`, `{"podSelector":{"matchLabels":{"a":"b"}},"ingress":[{}]}`,
		}},
	}
	var rows []row
	for _, pair := range pairs {
		for _, a := range pair.values {
			for _, b := range pair.values {
				left, right := decode(pair.example, a), decode(pair.example, b)
				rows = append(rows, row{
					"a": json.RawMessage(a), "b": json.RawMessage(b),
					"equal": equality.Semantic.DeepEqual(left, right), "derivative": equality.Semantic.DeepDerivative(left, right),
				})
			}
		}
	}
	return map[string]any{"pairs": rows}
}

func decode(example any, text string) any {
	value := reflect.New(reflect.TypeOf(example))
	must(json.Unmarshal([]byte(text), value.Interface()))
	return value.Elem().Interface()
}
