const CHARS_MAX = 20_000;
const TAG = /<\/?[a-z][^<>]{0,200}>/gi;
const REFERENCE = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/gi;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const LAST_CHARACTER = 0x10ffff;

/** The text of a snippet of HTML: without tags, and with characters for references, such as `&amp;` and `&#39;`. */
export function withoutMarkup(snippet: string): string {
  return snippet.slice(0, CHARS_MAX).replace(TAG, '').replace(REFERENCE, characterOf);
}

function characterOf(reference: string): string {
  const body = reference.slice(1, -1).toLowerCase();
  if (!body.startsWith('#')) return named[body] ?? reference;
  const code = body.startsWith('#x') ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
  return code > 0 && code <= LAST_CHARACTER ? String.fromCodePoint(code) : reference;
}
