/** A failure of the generator or of its options. `message` says what was being done and what to do. */
export class CodegenError extends Error {
    name = "CodegenError";
    code;
    constructor(code, message, options) {
        super(message, options);
        this.code = code;
    }
}
