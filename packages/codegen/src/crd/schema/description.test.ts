import { describe, expect, test } from "vitest";
import { descriptionOf, shortDescription } from "./description.ts";

describe("descriptionOf", () => {
  test.each([
    ["keeps lines and their indentation", ["Size is", "  - indented", "the size."], "Size is\n  - indented\nthe size."],
    ["keeps paragraphs apart by one empty line", ["", "One.", "", "  ", "", "Two.  ", ""], "One.\n\nTwo."],
    ["leaves out notes to do", ["One.", "TODO: remove", "TODO(me) too", "Two."], "One.\nTwo."],
    ["ends at a line of dashes", ["One.", "---", "for maintainers"], "One."],
    ["ends with the empty line before dashes", ["One.", "", "--- for maintainers"], "One.\n"],
    ["keeps all of a block of code", ["```", "TODO: x", "--- y", "```", "TODO: z"], "```\nTODO: x\n--- y\n```"],
    ["is nothing without text", ["", "TODO: write"], undefined],
  ])("%s", (_, lines, description) => {
    expect(descriptionOf(lines)).toBe(description);
  });
});

describe("shortDescription", () => {
  test.each([
    ["keeps what is short enough", "One. Two.", 9, "One. Two."],
    ["ends with the last whole sentence", "One. Two. Three.", 12, "One. Two."],
    ["takes marks within words for ends of sentences", "See example.com for more", 14, "See example."],
    ["ends with the last whole word otherwise", "one two three", 9, "one two..."],
    ["cuts words otherwise", "onetwothree", 6, "onetwo..."],
    ["counts bytes", "éé éé", 6, "éé..."],
    ["cuts through characters, whose bytes are no characters", "日本語", 8, "日本\ufffd\ufffd..."],
    ["does not take a mark at the start for a sentence", ".hidden word", 9, ".hidden..."],
  ])("%s", (_, text, maxBytes, short) => {
    expect(shortDescription(text, maxBytes)).toBe(short);
  });
});
