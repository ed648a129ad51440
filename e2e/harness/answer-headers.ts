/** What HTTP or the edge says with any answer, whatever the operation; the interface document is silent on it. */
const ofEveryAnswer = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
  ...['cache-control', 'vary', 'x-accel-buffering', 'x-content-type-options', 'x-request-id', 'x-svc-trace-id'],
]);
/** What pages of another origin may do and read. */
const OF_CORS = 'access-control-';

/** Names of headers that an answer has and its description does not, in lower case. */
export function undescribedHeaders(
  headers: Headers,
  { headers: described = {} }: { readonly headers?: Readonly<Record<string, unknown>> },
): readonly string[] {
  const known = new Set(Object.keys(described).map((name) => name.toLowerCase()));
  return [...headers.keys()].filter(
    (name) => !known.has(name) && !ofEveryAnswer.has(name) && !name.startsWith(OF_CORS),
  );
}
