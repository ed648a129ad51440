const CUT = ' […]';

/**
 * Results of a function as one text for a model.
 *
 * @param bytesMax of the text, in UTF-8; results that do not fit are counted at its end
 * @param itemBytesMax of one result; longer ones are cut
 */
export function boundedResult(
  items: readonly unknown[],
  { bytesMax, itemBytesMax }: { readonly bytesMax: number; readonly itemBytesMax: number },
): string {
  if (items.length === 0) return 'Nothing was found.';
  const texts: string[] = [];
  let left = bytesMax - NOTE_BYTES;
  for (const item of items) {
    const text = within(
      typeof item === 'string' ? item : (JSON.stringify(item) ?? ''),
      Math.min(itemBytesMax, bytesMax),
    );
    const bytes = Buffer.byteLength(text) + 1;
    if (bytes > left && texts.length > 0) break;
    texts.push(within(text, Math.max(0, left)));
    left -= bytes;
  }
  const more = items.length - texts.length;
  return more === 0 ? texts.join('\n') : [...texts, `(${more} more results were left out)`].join('\n');
}

/** Room for the line about results that were left out. */
const NOTE_BYTES = 64;

function within(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;
  const room = Math.max(0, bytesMax - Buffer.byteLength(CUT));
  // A character that is cut in the middle becomes a replacement character, which is dropped.
  const cut = Buffer.from(text)
    .subarray(0, room)
    .toString()
    .replace(/\uFFFD$/, '');
  return `${cut}${CUT}`;
}
