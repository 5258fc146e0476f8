// Records what controller-runtime's health handler answers.
package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"

	"sigs.k8s.io/controller-runtime/pkg/healthz"
)

type answer struct {
	Checks      map[string]string `json:"checks"`
	Request     string            `json:"request"`
	Status      int               `json:"status"`
	ContentType string            `json:"contentType"`
	Body        string            `json:"body"`
}

func main() {
	// By name: the error a check gives, or "" for none.
	none := map[string]string{}
	ping := map[string]string{"ping": ""}
	mixed := map[string]string{"ping": "", "cache": "not synced", "Watch": "", "a b": ""}
	nested := map[string]string{"kind/deployments.apps": "", "ping": ""}
	table := []struct {
		checks   map[string]string
		requests []string
	}{
		{none, []string{"/healthz", "/healthz/", "/healthz?verbose", "/healthz/ping", "/healthz/other", "/healthz?exclude=ping&verbose"}},
		{ping, []string{"/healthz", "/healthz?verbose", "/healthz?verbose=1", "/healthz?verbose=false", "/healthz/ping", "/healthz/ping/", "/healthz//ping",
			"/healthz/./ping", "/healthz/x/../ping", "/healthz/ping?verbose", "/healthz/PING", "/healthz/ping/more", "/healthz?exclude=ping",
			"/healthz?exclude=ping&verbose", "/healthz?exclude=nothing", "/healthz?verbose&exclude=nothing", "/healthz?verbose&exclude=", "/healthz?verbose&exclude=a%22b%5C",
			"/healthz?verbose&exclude=%C3%A4", "/healthz?verbose&exclude=a%0Ab"}},
		{mixed, []string{"/healthz", "/healthz?verbose", "/healthz?exclude=cache", "/healthz?exclude=cache&verbose", "/healthz?exclude=cache&exclude=ping&verbose",
			"/healthz?exclude=cache,ping", "/healthz?exclude=cache&exclude=cache&verbose", "/healthz/cache", "/healthz/Watch", "/healthz/a%20b", "/healthz/cache?exclude=cache",
			"/healthz?exclude=other"}},
		{nested, []string{"/healthz?verbose", "/healthz/kind/deployments.apps", "/healthz/kind", "/healthz/kind%2Fdeployments.apps"}},
	}
	var answers []answer
	for _, group := range table {
		handler := &healthz.Handler{Checks: map[string]healthz.Checker{}}
		for name, message := range group.checks {
			handler.Checks[name] = func(*http.Request) error {
				if message == "" {
					return nil
				}
				return errors.New(message)
			}
		}
		for _, request := range group.requests {
			recorder := httptest.NewRecorder()
			http.StripPrefix("/healthz", handler).ServeHTTP(recorder, httptest.NewRequest("GET", request, nil))
			result := recorder.Result()
			answers = append(answers, answer{group.checks, request, result.StatusCode, result.Header.Get("Content-Type"), recorder.Body.String()})
		}
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(map[string]any{"source": "sigs.k8s.io/controller-runtime v0.25.2", "answers": answers}); err != nil {
		panic(err)
	}
}
