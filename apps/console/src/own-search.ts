/**
 * Reads the parameters of an address for a page. The router keeps all that an address has and lays what this returns
 * over it, so that a member that is left out would arrive as somebody wrote it: such members are undefined here.
 */
export function ownSearch<T extends object>(read: (given: Record<string, unknown>) => T) {
  return (given: Record<string, unknown>): T => {
    const foreign = Object.fromEntries(Object.keys(given).map((name) => [name, undefined]));
    return { ...foreign, ...read(given) };
  };
}
