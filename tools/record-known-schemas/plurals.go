package main

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"github.com/gobuffalo/flect"
)

const (
	pluralsFile = "../../packages/codegen/data/plurals.json.gz"
	vectorsFile = "../../packages/codegen/test/vectors/plurals.json"
)

// recordPlurals writes the words and endings that the reference's library knows, and what it makes of kinds.
func recordPlurals() {
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/gobuffalo/flect").Output()
	check(err)
	at := strings.TrimSpace(string(folder))
	rules := parse(filepath.Join(at, "plural_rules.go"))
	words := [][]any{}
	for _, element := range variable(rules, "dictionary").Elts {
		words = append(words, wordOf(element.(*ast.CompositeLit)))
	}
	endings := [][]string{}
	for _, element := range variable(rules, "singularToPluralSuffixList").Elts {
		pair := element.(*ast.CompositeLit).Elts
		endings = append(endings, []string{text(pair[0]), text(pair[1])})
	}
	acronyms := []string{}
	for _, element := range variable(parse(filepath.Join(at, "acronyms.go")), "baseAcronyms").Elts {
		acronyms = append(acronyms, text(element.(*ast.KeyValueExpr).Key))
	}
	sort.Strings(acronyms)
	known, err := json.Marshal(map[string]any{"acronyms": acronyms, "words": words, "endings": endings})
	check(err)
	writePacked(pluralsFile, known)
	rows, err := json.Marshal(pluralRows(words, endings, acronyms))
	check(err)
	rows = append(bytes.ReplaceAll(rows, []byte("],["), []byte("],\n[")), '\n')
	check(os.WriteFile(vectorsFile, rows, 0o644))
}

// wordOf gives the singular, the plurals, and, where only the whole word has them, true.
func wordOf(literal *ast.CompositeLit) []any {
	var singular, plural, alternative string
	var isOneWay, isExact bool
	for _, element := range literal.Elts {
		field := element.(*ast.KeyValueExpr)
		switch field.Key.(*ast.Ident).Name {
		case "singular":
			singular = text(field.Value)
		case "plural":
			plural = text(field.Value)
		case "alternative":
			alternative = text(field.Value)
		case "unidirectional":
			isOneWay = true
		case "exact":
			isExact = true
		}
	}
	if plural == "" {
		plural = singular
	}
	// Other words that are plurals already.
	plurals := []string{}
	if !isOneWay {
		plurals = append(plurals, plural)
		if alternative != "" {
			plurals = append(plurals, alternative)
		}
	}
	return []any{singular, plural, plurals, isExact}
}

func pluralRows(words [][]any, endings [][]string, acronyms []string) [][]string {
	kinds := []string{"", "A", "S", "s", "Memcached", "CronJob", "Proxy", "Gateway", "Policy", "NetworkPolicy", "Ingress", "HTTPRoute", "XYZPerson", "HTTPPerson", "DNS", "DNSRecord", "TLS", "API", "APIs", "MyAPI", "Status", "Bus", "Class", "Process", "Kafka", "Redis", "MySQL", "Postgres", "PostgreSQL", "Elasticsearch", "Prometheus", "Thanos", "Fish", "Box", "Quiz", "Photo", "Piano", "Zoo", "Foo", "Toy", "Jobs", "Jobses", "Moose", "Data", "Datum", "ID", "MyID", "Person2", "V1Person", "my_person", "my-person", "Bücher", "Ärzte", "CamelCASE", "aB", "IPAddress", "VirtualMachineInstance", "StorageClass", "EndpointSlice", "Endpoints", "Lease", "Node", "Index", "AddressIndex", "Matrix", "Analysis", "Axis", "Leaf", "Knife", "Roof", "Chief", "Wolf", "Cafe", "Hero", "Echo", "Video", "Radio", "Auto", "Tomato", "News", "Media", "Series", "Species", "Alias", "MyAlias", "Canvas", "Gas", "Lens", "Atlas", "Mouse", "House", "Warehouse", "Louse", "Use", "Cause", "Die", "Dice", "Ox", "MyOx", "Toe", "Shoe", "Child", "Woman", "Human", "German", "Servicemonitor", "ServiceMonitor", "PodMonitor", "Alertmanager"}
	kind := func(word string) string { return strings.ToUpper(word[:1]) + word[1:] }
	for _, word := range words {
		singular := word[0].(string)
		kinds = append(kinds, singular, kind(singular), "My"+kind(singular), "Sub"+singular, strings.ToUpper(singular), kind(word[1].(string)), "My"+kind(word[1].(string)), "Sub"+word[1].(string))
		for _, plural := range word[2].([]string) {
			kinds = append(kinds, kind(plural), "Sub"+plural)
		}
	}
	for _, ending := range endings {
		kinds = append(kinds, "Bak"+ending[0], "Bak"+ending[1], "Bak"+strings.ToUpper(ending[0]), kind(ending[0]))
	}
	for _, acronym := range acronyms {
		kinds = append(kinds, acronym, acronym+"Person", "My"+acronym, "My"+acronym+"Policy")
	}
	sort.Strings(kinds)
	rows := [][]string{}
	for i, kind := range kinds {
		if i == 0 || kinds[i-1] != kind {
			rows = append(rows, []string{kind, strings.ToLower(flect.Pluralize(kind))})
		}
	}
	return rows
}

func parse(file string) *ast.File {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	check(err)
	return parsed
}

func variable(file *ast.File, name string) *ast.CompositeLit {
	for _, declaration := range file.Decls {
		general, isGeneral := declaration.(*ast.GenDecl)
		if !isGeneral {
			continue
		}
		for _, spec := range general.Specs {
			value, isValue := spec.(*ast.ValueSpec)
			if isValue && value.Names[0].Name == name {
				return value.Values[0].(*ast.CompositeLit)
			}
		}
	}
	panic(name)
}

func text(expression ast.Expr) string {
	value, err := strconv.Unquote(expression.(*ast.BasicLit).Value)
	check(err)
	return value
}
