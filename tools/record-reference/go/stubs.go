package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
)

// Stub is a small valid object.
type Stub struct {
	Group    string `json:"group"`
	Version  string `json:"version"`
	Resource string `json:"resource"`
	Body     string `json:"body"`
}

// stubs reads the smallest valid object of every resource from the table that the reference's tests go through.
//
// The package of the table needs the whole server to build, so that it is read and not imported.
func stubs() []Stub {
	file := filepath.Join(moduleFolder("k8s.io/kubernetes"), "test", "integration", "etcd", "data.go")
	source, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		panic(err)
	}
	var found []Stub
	ast.Inspect(source, func(node ast.Node) bool {
		entry, ok := node.(*ast.KeyValueExpr)
		if !ok {
			return true
		}
		key, ok := entry.Key.(*ast.CallExpr)
		if !ok || len(key.Args) != 3 {
			return true
		}
		value, ok := entry.Value.(*ast.CompositeLit)
		if !ok {
			return true
		}
		for _, element := range value.Elts {
			member := element.(*ast.KeyValueExpr)
			if member.Key.(*ast.Ident).Name == "Stub" {
				found = append(found, Stub{text(key.Args[0]), text(key.Args[1]), text(key.Args[2]), text(member.Value)})
			}
		}
		return false
	})
	return found
}

// text evaluates literals, their sums, and the two names that the table uses.
func text(expression ast.Expr) string {
	switch expression := expression.(type) {
	case *ast.BasicLit:
		value, err := strconv.Unquote(expression.Value)
		if err != nil {
			panic(err)
		}
		return value
	case *ast.BinaryExpr:
		return text(expression.X) + text(expression.Y)
	case *ast.Ident:
		switch expression.Name {
		case "image":
			return "registry.k8s.io/e2e-test-images/busybox:1.37.0-1"
		case "namespace":
			return "default"
		}
	}
	panic("an expression that is no text")
}
