package main

var targets = []string{
	"/", "//", "/api", "/api/", "/apis", "/apis/", "/api/v1", "/api/v1/", "/apis/apps", "/apis/apps/v1", "/apis/apps/v1/",
	"/version", "/healthz/ping", "/openapi/v3/api/v1", "/not-api/v1/pods", "/api/v1/namespaces", "/api/v1/namespaces/",
	"/api/v1/namespaces/other", "/api/v1/namespaces/other/", "/api/v1/namespaces/other/pods", "/api/v1/namespaces/other/pods/",
	"/api/v1/namespaces/other/pods/foo", "/api/v1/namespaces/other/pods/foo/", "/api/v1/pods", "/api/v1//pods", "//api/v1/pods",
	"/api/v1/pods/foo", "/api/v1/namespaces//pods", "/api/v1/namespaces//pods/foo", "/api/v1/nodes/n/status",
	"/api/v1/namespaces/other/status", "/api/v1/namespaces/other/finalize", "/api/v1/namespaces/other/status/x",
	"/api/v1/namespaces/other/namespaces", "/api/v1/namespaces/other/namespaces/x", "/api/v1/namespaces/namespaces/pods",
	"/api/v1/namespaces/other/pods/foo/status", "/api/v1/namespaces/other/pods/foo/status/more",
	"/api/v1/namespaces/other/pods/foo/proxy/subpath/more", "/api/v1/namespaces/other/pods/foo/proxy/",
	"/api/v1/proxy/namespaces/other/pods/foo", "/api/v1/proxy/namespaces/other/pods/foo/subpath/not/a/subresource",
	"/api/v1/proxy/nodes/n", "/api/v1/watch/pods", "/api/v1/watch/namespaces/other/pods", "/api/v1/watch/namespaces/other/pods/foo",
	"/api/v1/watch/namespaces/other/pods/foo/status", "/api/v1/watch", "/api/v1/proxy", "/apis/apps/v1/watch",
	"/api/v1/watch/namespaces", "/api/v1/watch/namespaces/other", "/api/v1/watch/nodes/n",
	"/apis/apps/v1/deployments", "/apis/apps/v1/namespaces/a/deployments/b", "/apis/apps/v1/namespaces/a/deployments/b/scale",
	"/apis/extensions/v1beta3/namespaces/other/pods", "/apis/version/resource", "/apis/group/version/resource/name/subresource",
	"/api/version/resource", "/apis/batch/v1/job/foo/scale",
	"/api/v1/namespaces/a/pods/a%2fb", "/api/v1/namespaces/a/pods/%20x", "/api/v1/namespaces/a/pods/..", "/api/v1/namespaces/a/../pods",
	"/api/v1/namespaces/a/pods/%2e%2e", "/api/v1/namespaces/a/pods/gr%C3%BC%C3%9Fe", "/api/v1/namespaces/a/pods/+x", "/api/v1/%zz",
	"/api/v1/pods?watch=true", "/api/v1/pods?watch=false", "/api/v1/pods?watch=0", "/api/v1/pods?watch=1", "/api/v1/pods?watch",
	"/api/v1/pods?watch=", "/api/v1/pods?watch=FALSE", "/api/v1/pods?watch=no", "/api/v1/pods?watch=0&watch=1",
	"/api/v1/namespaces/other/pods/foo?watch=1", "/api/v1/namespaces/other/pods?watch=1&limit=x",
	"/api/v1/pods?fieldSelector=metadata.name=name1", "/api/v1/pods?watch=true&fieldSelector=metadata.name=name1",
	"/api/v1/pods?fieldSelector=metadata.name%3Dname1", "/api/v1/pods?fieldSelector=metadata.name==name1",
	"/api/v1/pods?fieldSelector=metadata.name!=name1", "/api/v1/pods?fieldSelector=metadata.name=name1,foo",
	"/api/v1/pods?fieldSelector=metadata.name=name1,foo&watch=true", "/api/v1/pods?fieldSelector=metadata.name=name1,spec.x=y",
	"/api/v1/pods?fieldSelector=metadata.name=..", "/api/v1/pods?fieldSelector=metadata.name=a%2Fb", "/api/v1/pods?fieldSelector=metadata.name=",
	"/api/v1/pods?fieldSelector=foo=bar&labelSelector=baz=qux", "/api/v1/pods?fieldSelector=metadata.name=a&labelSelector=!!",
	"/api/v1/pods?fieldSelector=metadata.name=a&limit=x", "/api/v1/pods?fieldSelector=metadata.name=a&timeoutSeconds=",
	"/api/v1/pods?fieldSelector=metadata.name=a&fieldSelector=metadata.name=b", "/api/v1/namespaces/a/pods?fieldSelector=metadata.name=a",
	"/api/v1/watch/pods?fieldSelector=metadata.name=a",
}

var acceptHeaders = []string{
	"", "*/*", "application/json", "application/yaml", "application/*", "*/json", "application/JSON", "text/html", "application/xml",
	"application/json;q=0", "application/json;q=0.5,application/yaml", "application/yaml;q=0.5,*/*", "*/*,application/yaml",
	"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json, application/yaml", "application/yaml,application/json",
	"application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json",
	"application/json;as=Table;g=meta.k8s.io;v=v1", "application/json;as=Table;g=meta.k8s.io;v=v2", "application/json;as=Table;v=v1",
	"application/yaml;as=Table;g=meta.k8s.io;v=v1", "*/*;as=Table;g=meta.k8s.io;v=v1", "application/json;as=Foo;g=meta.k8s.io;v=v1",
	"application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1", "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1beta1",
	"application/json;pretty=1", "application/json;pretty=0", "application/json;stream=watch", "application/json;stream=foo",
	"application/yaml;stream=watch", "application/json;sv=v1", "application/json;sv=v2", "application/json;foo=bar", "application/json;as=",
	"application/json;=x", "application/json ; q=0.2 , application/yaml;q=0.3", "application", "application/json/x", "*", ",,,", ";",
	"application/json;q=abc,application/yaml;q=0.1", "application/json;a=b=c",
	"application/vnd.kubernetes.protobuf", "application/vnd.kubernetes.protobuf,application/json", "a/b,c/d,*/*;q=0.1,application/yaml;q=0.2",
}

var contentTypeHeaders = []string{
	"", "application/json", "application/yaml", "application/vnd.kubernetes.protobuf", "application/JSON", "application/json; charset=utf-8",
	"application/json;charset=utf-8;x=y", "application/json;", "application/json;;", "application/json; charset", "application/json; charset=",
	"application/json; charset=\"utf-8\"", " application/json ", "application/json, application/yaml", "garbage;;;", "text/plain", "json",
	"application/", "/json", "application/cbor", "application/x-www-form-urlencoded", "application/json x", "application /json",
}

var warningTexts = []string{
	"plain", "with \"quotes\"", "with \\ backslash", "grüße 🚢", "tab\there", "line\nbreak", "unknown field \"spec.x\"", "\u0085", "", "a\u00a0b",
}

var queryTexts = []string{
	"", "a=b", "a=b&a=c", "a", "a=", "=b", "=", "a=b=c", "a+b=c+d", "a%20b=c%2Bd", "a=%zz&b=c", "a=%&b=c", "a;b=c&d=e", "a=b;c", "&&a=b&&",
	"limit=1&limit=x", "a=%C3%BC", "A=1&a=2", "a=%26%3D",
}

var versionNames = []string{
	"v1", "v2", "v10", "v1beta1", "v1beta2", "v2beta1", "v1alpha1", "v2alpha10", "v11alpha2", "foo1", "foo10", "v01", "v1gamma", "V1", "v", "v1beta",
}
