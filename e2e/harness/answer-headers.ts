/** Headers that HTTP or the edge adds to the answer of any operation; the interface document omits them. */
const ofEveryAnswer = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'cache-control',
  'vary',
  'x-accel-buffering',
  'x-content-type-options',
  'x-request-id',
  'x-svc-trace-id',
]);
/** Prefix of the headers for pages of another origin. */
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
