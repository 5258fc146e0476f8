/** Turns offsets of a text into lines and columns. */
export class LineMap {
    #file;
    #starts = [0];
    constructor(file, text) {
        this.#file = file;
        for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1))
            this.#starts.push(at + 1);
    }
    /** From 1. */
    lineOf(offset) {
        let low = 0;
        let high = this.#starts.length;
        while (high - low > 1) {
            const middle = Math.floor((low + high) / 2);
            if (this.#starts[middle] <= offset)
                low = middle;
            else
                high = middle;
        }
        return low + 1;
    }
    positionOf(offset) {
        const line = this.lineOf(offset);
        return { file: this.#file, line, column: offset - this.#starts[line - 1] + 1 };
    }
}
