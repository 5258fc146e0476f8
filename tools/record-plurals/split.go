package main

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

var (
	wordAtEnd  = regexp.MustCompile(`[A-Z]*[^A-Z-]*$`)
	gluedAtEnd = regexp.MustCompile(`[A-Z]([A-Z][^A-Z]+)$`)
)

// lastWord gives the last word of a kind, with `^` before a word of its own, and `+` before one that follows capitals of no known meaning.
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
	starts := []string{""}
	for range 4 {
		longer := make([]string, 0, len(starts)*26)
		for _, start := range starts {
			for letter := 'A'; letter <= 'Z'; letter++ {
				longer = append(longer, start+string(letter))
			}
		}
		for _, letters := range longer {
			try(letters)
		}
		starts = longer
	}
	for _, word := range words {
		try(strings.ToUpper(word))
	}
	return found
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
