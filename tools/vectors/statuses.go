package main

import (
	"errors"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func init() { area("statuses", statuses) }

func statuses() any {
	pods := schema.GroupResource{Resource: "pods"}
	deployments := schema.GroupResource{Group: "apps", Resource: "deployments"}
	none := schema.GroupResource{}
	memcached := schema.GroupKind{Group: "cache.example.com", Kind: "Memcached"}
	path := field.NewPath("spec")
	because := errors.New("the cause")

	var built []row
	add := func(constructor string, arguments []any, err *apierrors.StatusError) {
		built = append(built, row{"constructor": constructor, "arguments": arguments, "status": err.ErrStatus, "is": predicates(err)})
	}
	for _, resource := range []schema.GroupResource{pods, deployments} {
		for _, name := range []string{"web", "", `qu"ote`, "ünï\u2028\U0001F600\n\t\x01\u200b\u00a0"} {
			r := []any{resource.String(), name}
			add("notFound", r, apierrors.NewNotFound(resource, name))
			add("alreadyExists", r, apierrors.NewAlreadyExists(resource, name))
			add("generateNameConflict", append(r, 1), apierrors.NewGenerateNameConflict(resource, name, 1))
			add("forbidden", append(r, "the cause"), apierrors.NewForbidden(resource, name, because))
			add("conflict", append(r, "the cause"), apierrors.NewConflict(resource, name, because))
		}
		add("methodNotSupported", []any{resource.String(), "patch"}, apierrors.NewMethodNotSupported(resource, "patch"))
		add("serverTimeout", []any{resource.String(), "get", 3}, apierrors.NewServerTimeout(resource, "get", 3))
		add("serverTimeout", []any{resource.String(), "get", 0}, apierrors.NewServerTimeout(resource, "get", 0))
	}
	add("forbidden", []any{"", "", "the cause"}, apierrors.NewForbidden(none, "", because))
	add("unauthorized", []any{""}, apierrors.NewUnauthorized(""))
	add("unauthorized", []any{"Unauthorized"}, apierrors.NewUnauthorized("Unauthorized"))
	add("gone", []any{"a message"}, apierrors.NewGone("a message"))
	add("expired", []any{"a message"}, apierrors.NewResourceExpired("a message"))
	add("badRequest", []any{"a message"}, apierrors.NewBadRequest("a message"))
	add("tooManyRequests", []any{"a message", 5}, apierrors.NewTooManyRequests("a message", 5))
	add("serviceUnavailable", []any{"a message"}, apierrors.NewServiceUnavailable("a message"))
	add("internal", []any{"the cause"}, apierrors.NewInternalError(because))
	add("timeout", []any{"a message", 1}, apierrors.NewTimeoutError("a message", 1))
	add("requestEntityTooLarge", []any{"limit is 3145728"}, apierrors.NewRequestEntityTooLargeError("limit is 3145728"))
	causes := []metav1.StatusCause{{Type: metav1.CauseTypeFieldManagerConflict, Message: `conflict with "m"`, Field: ".spec.replicas"}}
	add("applyConflict", []any{"Apply failed with 1 conflict", causes}, apierrors.NewApplyConflict(causes, "Apply failed with 1 conflict"))
	for _, list := range []field.ErrorList{
		{},
		{field.Required(path.Child("size"), "must be set")},
		{field.Required(path.Child("size"), "")},
		{field.Invalid(path.Child("size"), 15, "must be at most 10"), field.NotSupported(path.Child("mode"), "x", []string{"a", "b"})},
		{field.Forbidden(path, "no"), field.Forbidden(path, "no")},
		{field.Forbidden(path, "no"), field.Duplicate(path.Child("list").Index(1), "a"), field.Forbidden(path, "no")},
		{field.TooLong(path.Child("s"), "", 3), field.TooMany(path.Child("l"), 5, 3), field.NotFound(path.Child("r"), "x"), field.TypeInvalid(path, "x", "must be a map"), field.InternalError(path, because)},
		{field.Invalid(nil, "x", "no path")},
	} {
		fields := []metav1.StatusCause{}
		for _, e := range list {
			fields = append(fields, metav1.StatusCause{Type: metav1.CauseType(e.Type), Message: e.ErrorBody(), Field: e.Field})
		}
		add("invalid", []any{memcached.String(), "sample", fields}, apierrors.NewInvalid(memcached, "sample", list))
	}

	var unexpected []row
	for _, code := range []int{400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 422, 429, 500, 502, 503, 504, 418, 302} {
		for _, verb := range []string{"GET", "POST"} {
			for _, target := range []struct {
				resource schema.GroupResource
				name     string
			}{{none, ""}, {deployments, ""}, {deployments, "web"}} {
				for _, message := range []string{"", "unknown", "<html>\"bad\ngateway"} {
					if message == "unknown" && code != 406 {
						continue
					}
					err := apierrors.NewGenericServerResponse(code, verb, target.resource, target.name, message, 0, true)
					unexpected = append(unexpected, row{"code": code, "verb": verb, "resource": target.resource.String(), "name": target.name, "message": message, "status": err.ErrStatus, "is": predicates(err)})
				}
			}
		}
	}

	var judged []row
	for _, reason := range []metav1.StatusReason{"", "NotFound", "Conflict", "AlreadyExists", "Gone", "Expired", "TooManyRequests", "SomethingElse", "InternalError", "Timeout", "ServerTimeout", "StorageReadError", "NotAcceptable"} {
		for _, code := range []int32{0, 400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 422, 429, 500, 503, 504} {
			err := &apierrors.StatusError{ErrStatus: metav1.Status{Reason: reason, Code: code}}
			judged = append(judged, row{"reason": string(reason), "code": code, "is": predicates(err)})
		}
	}

	return map[string]any{"built": built, "unexpected": unexpected, "judged": judged}
}

func predicates(err error) []string {
	holding := []string{}
	for _, predicate := range []struct {
		name string
		is   func(error) bool
	}{
		{"isAlreadyExists", apierrors.IsAlreadyExists},
		{"isBadRequest", apierrors.IsBadRequest},
		{"isConflict", apierrors.IsConflict},
		{"isForbidden", apierrors.IsForbidden},
		{"isGone", func(err error) bool { return apierrors.IsGone(err) || apierrors.IsResourceExpired(err) }},
		{"isInternal", apierrors.IsInternalError},
		{"isInvalid", apierrors.IsInvalid},
		{"isMethodNotSupported", apierrors.IsMethodNotSupported},
		{"isNotAcceptable", apierrors.IsNotAcceptable},
		{"isNotFound", apierrors.IsNotFound},
		{"isRequestEntityTooLarge", apierrors.IsRequestEntityTooLargeError},
		{"isServerTimeout", apierrors.IsServerTimeout},
		{"isServiceUnavailable", apierrors.IsServiceUnavailable},
		{"isTimeout", apierrors.IsTimeout},
		{"isTooManyRequests", apierrors.IsTooManyRequests},
		{"isUnauthorized", apierrors.IsUnauthorized},
		{"isUnsupportedMediaType", apierrors.IsUnsupportedMediaType},
	} {
		if predicate.is(err) {
			holding = append(holding, predicate.name)
		}
	}
	return holding
}
