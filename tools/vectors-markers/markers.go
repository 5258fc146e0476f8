package main

import (
	"encoding/json"

	"sigs.k8s.io/controller-tools/pkg/markers"
)

var targets = map[string]markers.TargetType{
	"package": markers.DescribesPackage,
	"type":    markers.DescribesType,
	"field":   markers.DescribesField,
}

// lines are comments as people write them, right and wrong, without their `+`.
var lines = []string{
	"groupName=cache.example.com", "groupName", "groupName=", "groupName=a,b", "versionName=v1", "versionName", "kubebuilder:skip", "kubebuilder:skip=true",
	"kubebuilder:resource", "kubebuilder:resource:path=a", "kubebuilder:resource:path=a,shortName=b;c,scope=Cluster", "kubebuilder:resource:shortName={a,b},categories=all", "kubebuilder:resource=a",
	"kubebuilder:resource:scop=Cluster", "kubebuilder:resource:path=a,path=b", "kubebuilder:resource:path=,scope=Cluster", "kubebuilder:resource:path=a,", "kubebuilder:resource:path", "kubebuilder:resource: path=a",
	"kubebuilder:resource:path = a", "kubebuilder:resource:path=a , scope=Cluster", "kubebuilder:resource:path=a, scope=Cluster", "kubebuilder:resource:shortName=a,b",
	"kubebuilder:subresource:status", "kubebuilder:subresource:status=true", "kubebuilder:subresource:status:", "kubebuilder:subresource:scale:specpath=.a,statuspath=.b",
	"kubebuilder:subresource:scale:specpath=.a", "kubebuilder:subresource:scale:specpath=.a,statuspath=.b,selectorpath=.c", "kubebuilder:subresource:scale",
	"kubebuilder:printcolumn:name=A,type=string,JSONPath=.a", "kubebuilder:printcolumn:JSONPath=\".status.conditions[?(@.type=='Ready')].status\",name=\"Is ready\",type=string,priority=1",
	"kubebuilder:printcolumn:name=A,type=string,JSONPath=`.a`,priority=one", "kubebuilder:printcolumn:name=A,type=string,JSONPath=.a,priority=-1", "kubebuilder:printcolumn:name=A,type=string,jsonPath=.a",
	"kubebuilder:printcolumn:name=A,type=string,JSONPath=.a[?(@.b==1)].c", "kubebuilder:printcolumn:name=A B,type=date,JSONPath=.metadata.creationTimestamp,description=How old it is",
	"kubebuilder:storageversion", "kubebuilder:unservedversion", "kubebuilder:skipversion", "kubebuilder:deprecatedversion", "kubebuilder:deprecatedversion:warning=\"old, use v1\"", "kubebuilder:deprecatedversion:warning=old, use v1",
	"kubebuilder:metadata:annotations=\"a=b\"", "kubebuilder:metadata:annotations=a=b;c=d,labels=e=f", "kubebuilder:metadata:annotations={\"a=b\",\"c=d\"}",
	"kubebuilder:selectablefield:JSONPath=.spec.a", "kubebuilder:selectablefield:JSONPath=`.spec.a`", "kubebuilder:externalDocs:url=https://a.b/c,description=\"x\"", "kubebuilder:externalDocs:url=\"https://a.b/c\"", "kubebuilder:externalDocs",
	"k8s:enum", "k8s:enum=a",
	"kubebuilder:validation:Maximum=10", "kubebuilder:validation:Maximum= 10 ", "kubebuilder:validation:Maximum=1e3", "kubebuilder:validation:Maximum=0x1p4", "kubebuilder:validation:Maximum=1_000", "kubebuilder:validation:Maximum=",
	"kubebuilder:validation:Maximum", "kubebuilder:validation:Maximum=ten", "kubebuilder:validation:Maximum=+5", "kubebuilder:validation:Maximum=- 5", "kubebuilder:validation:Maximum=.5", "kubebuilder:validation:Maximum=1,2",
	"kubebuilder:validation:Maximum=10 # ten", "kubebuilder:validation:Maximum=\"10\"", "kubebuilder:validation:Maximum=0x_1p4", "kubebuilder:validation:Maximum=1__0", "kubebuilder:validation:Maximum=0x10",
	"kubebuilder:validation:Minimum=-5", "kubebuilder:validation:Minimum=-5.5", "kubebuilder:validation:Minimum:a=1", "kubebuilder:validation:items:Minimum=1", "kubebuilder:validation:items:Maximum=1e400",
	"k8s:maximum=10 # ten", "k8s:minimum=1#", "k8s:minimum=# 1", "k8s:maxItems=10 # ten", "k8s:maxItems=1.5", "k8s:maxItems=+5", "k8s:maxItems=-5", "k8s:maxItems=1_0", "k8s:maxItems= 7 ",
	"kubebuilder:validation:ExclusiveMaximum=true", "kubebuilder:validation:ExclusiveMaximum", "kubebuilder:validation:ExclusiveMinimum=yes", "kubebuilder:validation:MultipleOf=2.5", "kubebuilder:validation:MultipleOf=-2",
	"kubebuilder:validation:MultipleOf= -2", "kubebuilder:validation:MaxLength=5", "kubebuilder:validation:MaxLength=5.5", "kubebuilder:validation:MaxLength=5 # five", "kubebuilder:validation:MinLength=-1",
	"kubebuilder:validation:Pattern=^[a-z]+$", "kubebuilder:validation:Pattern=^[a-z]{1,3}$", "kubebuilder:validation:Pattern=`^[a-z]{1,3}$`", "kubebuilder:validation:Pattern=\"^\\\\d+$\"", "kubebuilder:validation:Pattern=\"^\\d+$\"",
	"kubebuilder:validation:Pattern=^(a|b);c$", "kubebuilder:validation:Pattern=a=b", "kubebuilder:validation:Pattern=^\\S+$",
	"kubebuilder:validation:MaxItems=3", "kubebuilder:validation:MaxItems= 3", "kubebuilder:validation:MinItems=3", "kubebuilder:validation:MinItems= 3", "kubebuilder:validation:UniqueItems=true",
	"kubebuilder:validation:MaxProperties=3", "kubebuilder:validation:MinProperties=0", "kubebuilder:validation:Enum=a;b;c", "kubebuilder:validation:Enum={a,b}", "kubebuilder:validation:Enum=1;2", "kubebuilder:validation:Enum=1;a;true;1.5",
	"kubebuilder:validation:Enum=\"\";a", "kubebuilder:validation:Enum=a,b", "kubebuilder:validation:Enum=", "kubebuilder:validation:Enum={}", "kubebuilder:validation:Enum=a b;c", "kubebuilder:validation:Enum=\"a;b\";c", "kubebuilder:validation:items:Enum=a;b",
	"kubebuilder:validation:Format=date-time", "kubebuilder:validation:Format=\"int32\"", "kubebuilder:validation:Type=string", "kubebuilder:validation:XPreserveUnknownFields", "kubebuilder:validation:XPreserveUnknownFields=false",
	"kubebuilder:validation:XEmbeddedResource", "kubebuilder:validation:XIntOrString", "kubebuilder:validation:items:XIntOrString",
	"kubebuilder:validation:XValidation:rule=\"self == oldSelf\"", "kubebuilder:validation:XValidation:rule=\"self.a <= self.b\",message=\"a, not b\",reason=FieldValueInvalid,fieldPath=\".a\",optionalOldSelf=true",
	"kubebuilder:validation:XValidation:rule=self.a <= self.b,message=wrong", "kubebuilder:validation:XValidation:message=\"x\"", "kubebuilder:validation:XValidation:rule=\"self.all(x, x > 0)\",messageExpression=\"'a' + string(self)\"",
	"kubebuilder:validation:XValidation:rule=`self.matches(\"^a\")`", "kubebuilder:validation:XValidation:rule=self.all(x, x > 0)", "kubebuilder:validation:XValidation", "kubebuilder:validation:items:XValidation:rule=\"self > 0\"",
	"required", "required=true", "optional", "optional ", "k8s:required", "k8s:optional", "nullable", "kubebuilder:validation:Required", "kubebuilder:validation:Optional", "kubebuilder:validation:Optional=true",
	"kubebuilder:default=1", "kubebuilder:default=a", "kubebuilder:default=\"1\"", "kubebuilder:default={}", "kubebuilder:default={a: 1}", "kubebuilder:default={1,2}", "kubebuilder:default=a;b", "kubebuilder:default=true", "kubebuilder:default=100m",
	"kubebuilder:default=", "kubebuilder:default", "kubebuilder:default:=a", "kubebuilder:default=[]", "kubebuilder:default=[1,2]", "kubebuilder:default=null", "kubebuilder:default=\"\"", "kubebuilder:default=a,b", "kubebuilder:default:value=1",
	"default=1", "default=\"a\"", "default=a", "default={\"a\": [1, true, null]}", "default=[1,2]", "default=ref(Foo)", "default= ref(Foo)", "default=", "default", "default=null", "default={a: 1}", "default=1 2", "default:value=1",
	"kubebuilder:example=1", "kubebuilder:example={a: b}", "kubebuilder:title=A title", "kubebuilder:title=\"A, title\"", "kubebuilder:title=1", "kubebuilder:title", "kubebuilder:validation:EmbeddedResource", "kubebuilder:validation:Schemaless",
	"k8s:immutable", "kubebuilder:validation:AtMostOneOf=a;b", "kubebuilder:validation:ExactlyOneOf={a,b}", "kubebuilder:validation:AtLeastOneOf=a", "kubebuilder:validation:AtLeastOneOf=a,b",
	"kubebuilder:pruning:PreserveUnknownFields", "listType=map", "listType=\"map\"", "listMapKey=name", "listMapKey=a;b", "mapType=atomic", "structType=granular", "k8s:listType=set", "k8s:listMapKey=name", "listType",
	"kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list", "kubebuilder:rbac:groups=\"\",resources=pods,verbs=get", "kubebuilder:rbac:groups=,resources=pods,verbs=get", "kubebuilder:rbac:groups=core;apps,resources=pods;deployments/status,verbs=*",
	"kubebuilder:rbac:urls=/metrics;/healthz,verbs=get", "kubebuilder:rbac:groups=a,resources=b", "kubebuilder:rbac:groups=a,resources=b,verbs=get,namespace=n,roleName=r,resourceNames=x;y", "kubebuilder:rbac:groups=a,resources=b,verbs=get, list",
	"kubebuilder:rbac:groups=a, resources=b, verbs=get; list", "kubebuilder:rbac:groups=a,resources=b,verbs=get ;list", "kubebuilder:rbac:groups=a,resources=b,verbs=", "kubebuilder:rbac:groups=*,resources=*,verbs=*", "kubebuilder:rbac:groups=a.b.c,resources=\"d\",verbs={get,list}",
	"kubebuilder:rbac", "kubebuilder:rbac:group=a,verbs=get", "kubebuilder:rbac:verbs=get,groups=a;;b", "kubebuilder:rbac:groups=a,resources=b,verbs=get|list", "kubebuilder:rbac:groups=a,resources=b;,verbs=get",
	"kubebuilder:object:root=true", "kubebuilder:object:root", "kubebuilder:object:generate=false", "k8s:deepcopy-gen=package,register", "k8s:deepcopy-gen=true", "k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object", "k8s:deepcopy-gen:nonpointer-interfaces=true", "k8s:deepcopy-gen",
	"kubebuilder:webhook:path=/mutate,mutating=true,failurePolicy=fail,sideEffects=None,groups=a,resources=b,verbs=create;update,versions=v1,name=m.kb.io,admissionReviewVersions=v1", "kubebuilder:webhook:path=/mutate", "kubebuilder:webhookconfiguration:mutating=true,name=x",
	"kubebuilder:ac:generate=true", "kubebuilder:ac:output:package=\"a\"",
	"1 for this", "1", "", " optional", "optional the size", "k8s:openapi-gen=true", "k8s:minLength=1", "genclient", "genclient:nonNamespaced", "kubebuilder:scaffold:imports", "kubebuilder:validation:Minumum=1", "kubebuilder:validation", "kubebuilder", "kubebuilder:validation:=1", "=1", ":=1", "Optional",
	"kubebuilder:validation:Required since 1.2", "kubebuilder:validation:minimum=1", "kubebuilder:validation:items:items:Minimum=1", "kubebuilder:subresource:status:a=b", "optional:a=b", "enum", "patchStrategy=merge",
}

// markerRows looks each line up on each target; "name" is the definition's, "args" is null where the line is refused.
func markerRows() []any {
	all := registry()
	var rows []any
	for _, line := range lines {
		row := map[string]any{"text": line}
		for name, target := range targets {
			definition := all.Lookup("+"+line, target)
			if definition == nil {
				continue
			}
			result := map[string]any{"name": definition.Name, "args": nil}
			if value, ok := parse(definition, "+"+line); ok {
				args := argumentsOf(definition, value)
				if text, isRaw := value.(markers.RawArguments); isRaw {
					args = map[string]any{"": string(text)}
				}
				if _, err := json.Marshal(args); err == nil {
					result["args"] = args
				}
			}
			row[name] = result
		}
		rows = append(rows, row)
	}
	return rows
}
