/**
 * Text in which each `$(NAME)` is replaced by the variable's value. `$$(NAME)` gives `$(NAME)`; one that is not known stays.
 */
export function expandVariables(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$(?:\$|\(([^)]*)\))/g, (match, name: string | undefined) => {
    if (name === undefined) return "$";
    return Object.hasOwn(variables, name) ? (variables[name] ?? match) : match;
  });
}
