package main

import (
	"bufio"
	"embed"
	"encoding/json"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"vectors-patch/graph"
)

//go:embed recorders
var recorders embed.FS

// recording is what one call of a function of the reference gave.
type recording struct {
	Row     map[string]any
	Structs graph.Structs
}

// recordTests runs a package's own tests on a copy of its module in which some functions are renamed, so that recorders take their names, write down each call and pass it on.
func recordTests(module, pkg, recorder string, renames map[string]map[string]string) []recording {
	work, err := os.MkdirTemp("", "vectors-patch")
	must(err)
	defer os.RemoveAll(work)
	copied := filepath.Join(work, "module")
	original := strings.TrimSpace(string(output(exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module))))
	must(os.CopyFS(copied, os.DirFS(original)))
	if _, err := os.Stat(filepath.Join(copied, "go.mod")); err != nil {
		must(os.WriteFile(filepath.Join(copied, "go.mod"), []byte("module "+module+"\n"), 0o600))
	}
	folder := filepath.Join(copied, strings.TrimPrefix(pkg, module))

	for name, declarations := range renames {
		path := filepath.Join(folder, name)
		source, err := os.ReadFile(path)
		must(err)
		text := string(source)
		for from, to := range declarations {
			if strings.Count(text, from) != 1 {
				log.Fatalf("%s has %q %d times", name, from, strings.Count(text, from))
			}
			text = strings.Replace(text, from, to, 1)
		}
		must(os.Remove(path))
		must(os.WriteFile(path, []byte(text), 0o600))
	}
	source, err := recorders.ReadFile("recorders/" + recorder)
	must(err)
	must(os.WriteFile(filepath.Join(folder, "vectors_recorder.go"), source, 0o600))

	// The copy takes the place of the module in a go.mod of its own.
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(name)
		must(err)
		must(os.WriteFile(filepath.Join(work, name), content, 0o600))
	}
	modFile := filepath.Join(work, "go.mod")
	output(exec.Command("go", "mod", "edit", "-replace", module+"="+copied, modFile))
	recordPath := filepath.Join(work, "record")
	must(os.WriteFile(recordPath, nil, 0o600))
	command := exec.Command("go", "test", "-count=1", "-vet=off", "-mod=mod", "-modfile", modFile, pkg)
	command.Env = append(os.Environ(), "VECTORS_RECORD="+recordPath)
	output(command)
	return readRecordings(recordPath)
}

// readRecordings reads each distinct call once, in the order of the first time it was made.
func readRecordings(path string) []recording {
	file, err := os.Open(path)
	must(err)
	defer file.Close()
	seen := map[string]bool{}
	recordings := []recording{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		if seen[lines.Text()] {
			continue
		}
		seen[lines.Text()] = true
		var read recording
		must(json.Unmarshal(lines.Bytes(), &read))
		recordings = append(recordings, read)
	}
	must(lines.Err())
	return recordings
}

func output(command *exec.Cmd) []byte {
	command.Stderr = os.Stderr
	text, err := command.Output()
	if err != nil {
		log.Fatalf("%v: %v\n%s", command.Args, err, text)
	}
	return text
}
