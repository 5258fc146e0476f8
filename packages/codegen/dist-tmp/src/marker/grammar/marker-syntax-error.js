/** What is wrong with the text of a marker's arguments, and where in that text. */
export class MarkerSyntaxError extends Error {
    name = "MarkerSyntaxError";
    /** Within the text that was read. */
    offset;
    /** `message` completes "+name: …". */
    constructor(message, offset) {
        super(message);
        this.offset = offset;
    }
}
