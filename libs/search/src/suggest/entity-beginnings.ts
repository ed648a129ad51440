/** Words that a name may have so far. */
const WORDS_MAX = 5;
/** Shorter beginnings are like too many names. */
const CHARS_MIN = 3;
const CHARS_MAX = 200;

/** What a name may begin with that is being typed: the whole query, its last two words, its last one. */
export function entityBeginnings(query: string): readonly string[] {
  const words = query.split(/\s+/).filter((word) => word !== '');
  const tails = [...(words.length <= WORDS_MAX ? [words] : []), words.slice(-2), words.slice(-1)];
  const beginnings = new Set(tails.map((tail) => tail.join(' ')));
  return [...beginnings].filter((text) => [...text].length >= CHARS_MIN && text.length <= CHARS_MAX);
}
