import { commonStarts, CONNECTORS } from './vocabulary';

/** Consecutive capitalised words, in UTF-16 offsets. */
export interface Chain {
  readonly start: number;
  readonly end: number;
  readonly words: readonly ChainWord[];
  /** At a position where any word would be capitalised. */
  readonly opensSentence: boolean;
}

export interface ChainWord {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  readonly isConnector: boolean;
}

const CHAINS_MAX = 100_000;
const WORDS_MAX = 9;

const large = String.raw`\p{Lu}[\p{L}\p{M}\p{N}]*(?:['’\-\/&.]\p{L}[\p{L}\p{M}\p{N}]*)*`;
const abbreviated = String.raw`(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|Sr|Sra|Jr|Gen|Col|Capt|Lt|Sgt|Rev|Sen|Rep|Gov|Mme|Inc|Corp|Ltd|Co|Mt)\.`;
const word = `(?:${abbreviated}|${large})`;
const gap = String.raw`(?:[ \u00a0]|[ \u00a0]?\n(?!\n))`;
const chain = new RegExp(
  `(?<![\\p{L}\\p{N}_@])${word}(?:(?:${gap}(?:${CONNECTORS})){0,2}${gap}${word}){0,${WORDS_MAX}}`,
  'gu',
);
const wordOf = new RegExp(`${word}|[^\\s]+`, 'gu');

/** The first chains of a text. @param lowerWords words that also occur in lower case in the text */
export function chainsOf(
  text: string,
  lowerWords: ReadonlySet<string>,
): { readonly chains: Chain[]; readonly isCut: boolean } {
  const chains: Chain[] = [];
  for (const match of text.matchAll(chain)) {
    if (chains.length >= CHAINS_MAX) return { chains, isCut: true };
    const opensSentence = startsSentence(text, match.index);
    const words = trimmedChain(chainWords(match[0], match.index), { opensSentence, lowerWords });
    const [first, last] = [words[0], words.at(-1)];
    if (first && last)
      chains.push({
        start: first.start,
        end: last.end,
        words,
        opensSentence: opensSentence && first.start === match.index,
      });
  }
  return { chains, isCut: false };
}

function startsSentence(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 12), at);
  return (
    /(?:^|[.!?:…•|\n])[\s"“”‘'«»„(\[_*-]*$/u.test(before) && !/(?:^|\s)(?:Mr|Mrs|Ms|Dr|St|\p{Lu})\.\s$/u.test(before)
  );
}

function chainWords(content: string, offset: number): ChainWord[] {
  return [...content.matchAll(wordOf)].map(({ 0: text, index }) => ({
    text,
    lower: text.toLowerCase().replace(/\.$/, ''),
    start: offset + index,
    end: offset + index + text.length,
    isConnector: !/^\p{Lu}/u.test(text),
  }));
}

/** Removes articles, pronouns and other words that merely begin a sentence, and connectors at the ends. */
function trimmedChain(
  words: readonly ChainWord[],
  { opensSentence, lowerWords }: { opensSentence: boolean; lowerWords: ReadonlySet<string> },
): ChainWord[] {
  const kept = [...words];
  for (let first = kept[0]; first; first = kept[0]) {
    const common =
      first.isConnector ||
      (commonStarts.has(first.lower) && !first.text.endsWith('.') && first.text !== first.text.toUpperCase());
    const alone = opensSentence && kept.length === words.length && lowerWords.has(first.lower);
    if (!common && !alone) break;
    kept.shift();
  }
  for (
    let last = kept.at(-1);
    last && (last.isConnector || commonStarts.has(last.lower)) && kept.length > 1;
    last = kept.at(-1)
  )
    kept.pop();
  return kept;
}
