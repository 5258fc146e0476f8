// Command record-plurals asks controller-gen's library for plurals about many words, and learns rules that give the same answers.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gobuffalo/flect"
)

const (
	wordPackage = "an-array-of-english-words"
	wordVersion = "2.0.0"
	rulesFile   = "../../packages/codegen/data/plurals.json.gz"
	vectorsFile = "../../packages/codegen/test/vectors/plurals.json"
)

// learned is what the data file has.
type learned struct {
	// Acronyms are the capitals after which a word of its own begins, the short ones first.
	Acronyms []string `json:"acronyms"`
	// Endings has the endings of words by what becomes of them: how many letters go, and which come.
	Endings map[string]string `json:"endings"`
}

func main() {
	log.SetFlags(0)
	words := englishWords()
	acronyms := findAcronyms(words)
	asked := recording{acronyms, map[string]change{}}
	for _, word := range words {
		asked.askForms(word)
	}
	for _, word := range slices.Concat(combinations(1), combinations(2), combinations(3), smallLetters(acronyms)) {
		asked.askForms(word)
		asked.ask(strings.ToUpper(word) + "s")
		asked.ask("My" + strings.ToUpper(word) + "s")
	}
	rules := asked.learn()
	data := learned{byLength(acronyms), rules.byChange()}
	size := writePacked(rulesFile, encode(data))

	rows := [][2]string{}
	for _, kind := range vectorKinds(data.Acronyms) {
		rows = append(rows, [2]string{kind, plural(kind)})
		if got := rules[rules.endingOf(lastWord(kind, acronyms))].apply(kind); got != plural(kind) {
			fmt.Printf("%s: %s is recorded, the rules give %s\n", kind, plural(kind), got)
		}
	}
	check(os.WriteFile(vectorsFile, append(bytes.ReplaceAll(encode(rows), []byte("],["), []byte("],\n[")), '\n'), 0o644))
	fmt.Printf("%d words, %d answers, %d acronyms, %d rules, packed %d bytes, %d vectors\n",
		len(words), len(asked.answers), len(acronyms), len(rules), size, len(rows))
}

// plural is what controller-gen makes of a kind.
func plural(kind string) string {
	return strings.ToLower(flect.Pluralize(kind))
}

// englishWords fetches the list of words, which is not kept.
func englishWords() []string {
	folder, err := os.MkdirTemp("", "record-plurals")
	check(err)
	defer os.RemoveAll(folder)
	install := exec.Command("npm", "install", "--no-save", "--prefix", folder, wordPackage+"@"+wordVersion)
	install.Stderr = os.Stderr
	check(install.Run())
	text, err := os.ReadFile(filepath.Join(folder, "node_modules", wordPackage, "index.json"))
	check(err)
	var words []string
	check(json.Unmarshal(text, &words))
	return words
}

// smallLetters gives acronyms as words, in the singular and the plural.
func smallLetters(acronyms map[string]bool) []string {
	small := []string{}
	for acronym := range acronyms {
		small = append(small, strings.ToLower(acronym), strings.ToLower(acronym)+"s")
	}
	return small
}

func capitalized(word string) string {
	return strings.ToUpper(word[:1]) + word[1:]
}

func encode(value any) []byte {
	text, err := json.Marshal(value)
	check(err)
	return text
}

func writePacked(file string, content []byte) int {
	var packed bytes.Buffer
	writer, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	check(err)
	_, err = writer.Write(content)
	check(err)
	check(writer.Close())
	check(os.WriteFile(file, packed.Bytes(), 0o644))
	return packed.Len()
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
