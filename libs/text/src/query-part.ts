/** A piece of what a person typed, in order. */
export interface QueryPart {
  readonly kind: 'plain' | 'phrase' | 'excluded';
  /** Its text, without quotation marks, dash and `NOT`. */
  readonly text: string;
  /** In UTF-16 units, with all that belongs to it. */
  readonly start: number;
  readonly end: number;
}

/** A dash or `NOT` before a quoted part or a word, a quoted part, or text up to a blank. Open quotes are ignored. */
const PART = /(?<=^|\s)(-|NOT\s+)(?:["“„”«]([^"“”„«»]*)["”“»]|([\p{L}\p{N}]\S*))|["“„”«]([^"“”„«»]*)["”“»]|(\S+)/gu;
/** `--all`, `-x`, `-O2`, `-it`, `-xzf`, `-DTESTS=off`: an option of a command. */
const OPTION =
  /(?<=^|\s)(?:--[\p{L}\p{N}]\S*|-(?:[A-Za-z]|[a-z]{2}|[b-df-hj-np-tv-z]{3,}|[A-Za-z]\d+|[\w-]+=\S*)(?=\s|$))/u;
const WORD = /^\p{L}/u;
/** Before the second part of `Privatpersonen und -organisationen`, `huishoudens en -apparaten`, `hus och -vagn`. */
const CONJUNCTION = /^(und|oder|bzw\.?|sowie|en|of|och|og|eller|samt)$/i;
const SECOND_PART = /^\p{Ll}/u;
const QUOTES = /["“„”«»]/g;

/**
 * The parts of a query. `NOT` excludes what follows. A dash does so before a quoted part or a word, but nothing in a
 * query that has options of a command, which was pasted; a dash before a number is its sign, and one after a
 * conjunction replaces what the compound before it begins with.
 */
export function queryParts(query: string): QueryPart[] {
  const isCommand = OPTION.test(query);
  const parts: QueryPart[] = [];
  for (const { index, 0: whole, 1: sign, 2: notPhrase, 3: notWord, 4: phrase, 5: plain } of query.matchAll(PART)) {
    const span = { start: index, end: index + whole.length };
    const excluded = notPhrase ?? notWord;
    const isHalf = CONJUNCTION.test(parts.at(-1)?.text ?? '') && SECOND_PART.test(notWord ?? '');
    const isWord = notPhrase !== undefined || (WORD.test(notWord ?? '') && !isHalf);
    const isExcluded = sign !== '-' || (!isCommand && isWord);
    if (excluded === undefined && phrase !== undefined) parts.push({ kind: 'phrase', text: phrase, ...span });
    else if (excluded === undefined) parts.push({ kind: 'plain', text: plain ?? '', ...span });
    else if (isExcluded) parts.push({ kind: 'excluded', text: excluded, ...span });
    else parts.push({ kind: notPhrase === undefined ? 'plain' : 'phrase', text: excluded, ...span });
  }
  return parts.map((part) => (part.kind === 'plain' ? { ...part, text: part.text.replace(QUOTES, ' ') } : part));
}
