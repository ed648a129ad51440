/**
 * Reads the parameters of an address for a page. The router keeps all that an address has and lays what this returns
 * over it, so that a member that is left out would arrive as somebody wrote it: such members are undefined here.
 */
export function ownSearch<R extends (given: Record<string, unknown>) => object>(read: R) {
  return (given: Record<string, unknown>): ReturnType<R> => {
    const foreign = Object.fromEntries(Object.keys(given).map((name) => [name, undefined]));
    // What `read` returns, with members that it leaves out, which may be undefined.
    return { ...foreign, ...read(given) } as ReturnType<R>;
  };
}
