const LINE_CHARS_MAX = 64 * 1024 * 1024;

/** Lines of a text that arrives in pieces, without empty ones. @throws Error for one of more than 64 Mi characters */
export async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncIterable<string> {
  if (!body) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of body) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_CHARS_MAX) throw new Error(`A line has more than ${LINE_CHARS_MAX} characters`);
    yield* lines.filter((line) => line !== '');
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
