import type { Source } from './addition';

/** Addresses that are added at once. */
export const ADDRESSES_MAX = 200;
const TITLE_CHARS = 80;

/** Interprets a pasted text: addresses, one per line or between spaces, or a text. Nothing when it is empty. */
export function sourcesOf(pasted: string, title: string): readonly Source[] {
  const text = pasted.trim();
  if (text === '') return [];
  const words = text.split(/\s+/u);
  if (words.every(isAddress)) return [...new Set(words)].map((uri) => ({ kind: 'link', uri }) as const);
  const [firstLine = text] = text.split('\n', 1);
  return [{ kind: 'text', title: title.trim() || shortened(firstLine.trim()), body: pasted }];
}

function isAddress(word: string): boolean {
  if (!/^https?:\/\//iu.test(word) || !URL.canParse(word)) return false;
  const { username, password } = new URL(word);
  return username === '' && password === '';
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= TITLE_CHARS ? text : `${characters.slice(0, TITLE_CHARS - 1).join('')}…`;
}
