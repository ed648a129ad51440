const LINE_CHARS_MAX = 64 * 1024 * 1024;

/** Non-empty lines of a text that arrives in pieces. @throws Error for a line of more than 64 Mi characters */
export async function* bodyLines(body: ReadableStream<Uint8Array> | null): AsyncIterable<string> {
  if (!body) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of bodyChunks(body)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_CHARS_MAX) throw new Error(`A line has more than ${LINE_CHARS_MAX} characters`);
    yield* lines.filter((line) => line !== '');
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** Needed because not every browser can iterate over streams. Closes the connection when the caller stops reading. */
async function* bodyChunks(body: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Has no effect on a stream that has ended or failed.
    await reader.cancel().catch(() => undefined);
  }
}
