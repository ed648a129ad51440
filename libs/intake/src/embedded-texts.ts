import { ParagraphText } from './paragraph-text';

/** Paragraphs of a text that follow each other; offsets in code points of the whole text. */
interface Passages {
  /** The text from `first` on, as far as the paragraphs reach. */
  readonly text: string;
  readonly first: number;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** The embedded text of each paragraph: its text under the title, which names the subject. */
export function embeddedTexts(title: string, { text, first, starts, ends }: Passages): string[] {
  const piece = new ParagraphText(text);
  return starts.map((start, i) => {
    const body = piece.slice(start - first, (ends[i] ?? start) - first);
    return title === '' || body.startsWith(title) ? body : `${title}\n${body}`;
  });
}

/** Texts in their order, in groups of at most `textsMax` texts and `charsMax` characters; a longer one is alone. */
export function callsOf(
  texts: readonly string[],
  { textsMax, charsMax }: { readonly textsMax: number; readonly charsMax: number },
): readonly (readonly string[])[] {
  const calls: string[][] = [];
  let chars = Infinity;
  for (const text of texts) {
    chars += text.length;
    const last = calls.at(-1);
    if (last && last.length < textsMax && chars <= charsMax) {
      last.push(text);
    } else {
      calls.push([text]);
      chars = text.length;
    }
  }
  return calls;
}
