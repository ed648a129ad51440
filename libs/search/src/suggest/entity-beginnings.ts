/** Longest beginning of a name, in words. */
const WORDS_MAX = 5;
/** Shorter beginnings match too many names. */
const CHARS_MIN = 3;
/** The same for one of several words, which may be any word. */
const LAST_CHARS_MIN = 4;
const CHARS_MAX = 200;

/** Possible beginnings of the name being typed: the whole query, its last two words, its last word. */
export function entityBeginnings(query: string): readonly string[] {
  const words = query.split(/\s+/).filter((word) => word !== '');
  const [last = ''] = words.slice(-1);
  const tails = [
    ...(words.length <= WORDS_MAX ? [words.join(' ')] : []),
    words.slice(-2).join(' '),
    ...([...last].length >= LAST_CHARS_MIN ? [last] : []),
  ];
  return [...new Set(tails)].filter((text) => [...text].length >= CHARS_MIN && text.length <= CHARS_MAX);
}
