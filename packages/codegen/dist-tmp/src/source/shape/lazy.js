/** A value that is made when it is first asked for. Asked for while it is being made, it is what `whileMaking` gives. */
export function lazy(make, whileMaking) {
    let state = "new";
    return () => {
        if (state === "making")
            return whileMaking();
        if (state === "new") {
            state = "making";
            try {
                state = { value: make() };
            }
            catch (error) {
                state = "new";
                throw error;
            }
        }
        return state.value;
    };
}
