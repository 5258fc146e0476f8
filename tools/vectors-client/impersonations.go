package main

import (
	"net/http"
	"strings"

	"k8s.io/client-go/transport"
)

type stub struct{ headers map[string][]string }

func (s *stub) RoundTrip(request *http.Request) (*http.Response, error) {
	s.headers = map[string][]string{}
	for name, values := range request.Header {
		s.headers[strings.ToLower(name)] = values
	}
	return &http.Response{StatusCode: 200, Body: http.NoBody, Request: request}, nil
}

func impersonations() any {
	configs := []transport.ImpersonationConfig{
		{UserName: "jane"},
		{UserName: "system:serviceaccount:default:web"},
		{UserName: "jane", UID: "06f6ce97-e2c5-4ab8-7ba5-7654dd08d52b"},
		{UserName: "jane", Groups: []string{"developers"}},
		{UserName: "jane", Groups: []string{"developers", "system:masters", "with space"}},
		{UserName: "jane", Extra: map[string][]string{"scopes": {"view", "development"}}},
		{UserName: "jane", Extra: map[string][]string{"acme.com/project": {"some-project"}}},
		{UserName: "jane", Extra: map[string][]string{"100%/a b:c(d)": {"x"}}},
		{UserName: "jane", Extra: map[string][]string{"Upper-Case_Key": {"x"}}},
		{UserName: "jane", Extra: map[string][]string{"schlüssel": {"x"}}},
		{UserName: "jane", Extra: map[string][]string{"empty": {}}},
		{UserName: "jane", Extra: map[string][]string{"!#$&'*+-.^_`|~": {"x"}}},
		{UserName: "jürgen", Groups: []string{"größe"}},
	}
	var rows []any
	for _, config := range configs {
		target := &stub{}
		request, err := http.NewRequest("GET", "https://api.test/", nil)
		check(err)
		_, err = transport.NewImpersonatingRoundTripper(config, target).RoundTrip(request)
		check(err)
		rows = append(rows, map[string]any{
			"user": config.UserName, "uid": config.UID, "groups": config.Groups, "extra": config.Extra, "headers": target.headers,
		})
	}
	return rows
}
