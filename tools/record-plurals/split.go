package main

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

var (
	wordAtEnd  = regexp.MustCompile(`[A-Z]*[^A-Z]*$`)
	gluedAtEnd = regexp.MustCompile(`[A-Z]([A-Z](?:[^A-Zs]|[^A-Z]{2,}))$`)
)

// lastWord gives the last word of a kind after a mark: `=` if it is all of the kind, `^` if it is a word of its own, `+` if it follows
// capitals of no known meaning. Capitals and an `s` are one word: `IDs`.
func lastWord(kind string, acronyms map[string]bool) string {
	word := wordAtEnd.FindString(kind)
	for i := 1; i < len(word) && isCapital(word[i]); i++ {
		if acronyms[word[:i]] {
			word = word[i:]
			i = 0
		}
	}
	if glued := gluedAtEnd.FindStringSubmatch(word); glued != nil {
		return "+" + glued[1]
	}
	if word == kind {
		return "=" + word
	}
	return "^" + word
}

func isCapital(letter byte) bool {
	return letter >= 'A' && letter <= 'Z'
}

// findAcronyms gives the capitals after which the library sees a word of its own: it tries all of up to four letters, and the words.
func findAcronyms(words []string) map[string]bool {
	found := map[string]bool{}
	try := func(letters string) {
		if !isMadeOf(letters, found) && plural(letters+"Person") == strings.ToLower(letters)+"people" {
			found[letters] = true
		}
	}
	for length := range 4 {
		for _, letters := range combinations(length + 1) {
			try(strings.ToUpper(letters))
		}
	}
	for _, word := range words {
		try(strings.ToUpper(word))
	}
	return found
}

// combinations gives all of that many small letters.
func combinations(length int) []string {
	if length == 0 {
		return []string{""}
	}
	longer := []string{}
	for _, start := range combinations(length - 1) {
		for letter := 'a'; letter <= 'z'; letter++ {
			longer = append(longer, start+string(letter))
		}
	}
	return longer
}

func isMadeOf(letters string, acronyms map[string]bool) bool {
	for i := 1; i <= len(letters); i++ {
		if acronyms[letters[:i]] && (i == len(letters) || isMadeOf(letters[i:], acronyms)) {
			return true
		}
	}
	return false
}

func byLength(acronyms map[string]bool) []string {
	return slices.SortedFunc(maps.Keys(acronyms), func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
}
