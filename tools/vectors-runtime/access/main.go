// Records what controller-runtime's filter for metrics asks the API server, and answers.
package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/go-logr/logr"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/metrics/filters"
)

type review struct {
	Path string `json:"path"`
	Spec any    `json:"spec"`
}

type answer struct {
	Method        string   `json:"method"`
	Request       string   `json:"request"`
	Authorization *string  `json:"authorization"`
	Reviews       []review `json:"reviews"`
	Status        int      `json:"status"`
	ContentType   string   `json:"contentType"`
	Body          string   `json:"body"`
}

// The status that a server gives to a review, by token or user.
var tokens = map[string]any{
	"reader":    map[string]any{"authenticated": true, "user": map[string]any{"username": "reader", "uid": "7", "groups": []string{"shop"}, "extra": map[string]any{"scopes": []string{"a", "b"}}}},
	"anonymous": map[string]any{"authenticated": true, "user": map[string]any{"username": "system:anonymous", "groups": []string{"system:unauthenticated"}}},
	"plain":     map[string]any{"authenticated": true, "user": map[string]any{"username": "plain"}},
	"known":     map[string]any{"authenticated": true, "user": map[string]any{"username": "known", "groups": []string{"system:authenticated"}}},
	"denied":    map[string]any{"authenticated": true, "user": map[string]any{"username": "denied"}},
	"undecided": map[string]any{"authenticated": true, "user": map[string]any{"username": "undecided"}},
	"confused":  map[string]any{"authenticated": true, "user": map[string]any{"username": "confused"}},
	"both":      map[string]any{"authenticated": true, "user": map[string]any{"username": "both"}},
	"forbidden": map[string]any{"authenticated": true, "user": map[string]any{"username": "forbidden"}},
	"wrong":     map[string]any{"authenticated": false},
	"broken":    map[string]any{"authenticated": false, "error": "cannot be read"},
	"nobody":    map[string]any{"authenticated": true},
}

var users = map[string]any{
	"reader":           map[string]any{"allowed": true},
	"plain":            map[string]any{"allowed": true},
	"known":            map[string]any{"allowed": true},
	"system:anonymous": map[string]any{"allowed": false},
	"denied":           map[string]any{"allowed": false, "denied": true, "reason": "no"},
	"undecided":        map[string]any{"allowed": false, "reason": "nobody knows"},
	"confused":         map[string]any{"allowed": false, "evaluationError": "cannot say"},
	"both":             map[string]any{"allowed": true, "denied": true},
}

func text(value string) *string { return &value }

func main() {
	var reviews []review
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var object map[string]any
		if err := json.Unmarshal(body, &object); err != nil {
			panic(err)
		}
		spec := object["spec"].(map[string]any)
		reviews = append(reviews, review{r.URL.Path, spec})
		w.Header().Set("Content-Type", "application/json")
		var status any
		var found bool
		if strings.HasSuffix(r.URL.Path, "/tokenreviews") {
			status, found = tokens[spec["token"].(string)]
		} else {
			user, _ := spec["user"].(string)
			status, found = users[user]
		}
		if !found {
			w.WriteHeader(403)
			json.NewEncoder(w).Encode(map[string]any{"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "Forbidden", "code": 403, "message": "not you"})
			return
		}
		object["status"] = status
		w.WriteHeader(201)
		json.NewEncoder(w).Encode(object)
	}))
	defer server.Close()

	config := &rest.Config{Host: server.URL, ContentConfig: rest.ContentConfig{ContentType: "application/json"}}
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		panic(err)
	}
	table := []struct {
		method, request string
		authorization   *string
	}{
		{"GET", "/metrics", nil},
		{"GET", "/metrics", text("")},
		{"GET", "/metrics", text("Bearer")},
		{"GET", "/metrics", text("Bearer ")},
		{"GET", "/metrics", text("Bearer  reader")},
		{"GET", "/metrics", text("Basic cmVhZGVyOg==")},
		{"GET", "/metrics", text("reader")},
		{"GET", "/metrics", text("Bearer reader")},
		{"GET", "/metrics", text("bearer reader")},
		{"GET", "/metrics", text("BEARER reader")},
		{"GET", "/metrics", text("  Bearer reader  ")},
		{"GET", "/metrics", text("Bearer reader more")},
		{"GET", "/metrics?name=x", text("Bearer reader")},
		{"GET", "/metrics/", text("Bearer reader")},
		{"GET", "/debug/x%20y", text("Bearer reader")},
		{"HEAD", "/metrics", text("Bearer reader")},
		{"POST", "/metrics", text("Bearer reader")},
		{"GET", "/metrics", text("Bearer plain")},
		{"GET", "/metrics", text("Bearer known")},
		{"GET", "/metrics", text("Bearer anonymous")},
		{"GET", "/metrics", text("Bearer denied")},
		{"GET", "/metrics", text("Bearer undecided")},
		{"GET", "/metrics", text("Bearer confused")},
		{"GET", "/metrics", text("Bearer both")},
		{"GET", "/metrics", text("Bearer forbidden")},
		{"GET", "/metrics", text("Bearer wrong")},
		{"GET", "/metrics", text("Bearer broken")},
		{"GET", "/metrics", text("Bearer nobody")},
		{"GET", "/metrics", text("Bearer refused")},
	}
	var answers []answer
	for _, row := range table {
		// A new one each time: nothing is remembered.
		filter, err := filters.WithAuthenticationAndAuthorization(config, client)
		if err != nil {
			panic(err)
		}
		handler, err := filter(logr.Discard(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("metrics")) }))
		if err != nil {
			panic(err)
		}
		reviews = []review{}
		request := httptest.NewRequest(row.method, row.request, nil)
		if row.authorization != nil {
			request.Header.Set("Authorization", *row.authorization)
		}
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		result := recorder.Result()
		answers = append(answers, answer{row.method, row.request, row.authorization, reviews, result.StatusCode, result.Header.Get("Content-Type"), recorder.Body.String()})
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(map[string]any{"tokens": tokens, "users": users, "answers": answers}); err != nil {
		panic(err)
	}
}
