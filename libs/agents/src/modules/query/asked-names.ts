import { detectLanguage, stemsOnce } from '@lectern/text';

/** Words that ask how many there are, folded. */
export const COUNTING =
  /\b(how many|how much|number of|count|wie viele|anzahl|combien|nombre d|cuant[oa]s|numero d|quant[ie]|quantos|hoeveel)\b/;

const QUESTION_CHARS_MAX = 4_000;

/** Stems of a question, in the language that it seems to have and in English, in which names often are. */
export class AskedStems {
  private readonly stems: ReadonlySet<string>;

  constructor(question: string) {
    const text = question.slice(0, QUESTION_CHARS_MAX);
    const { language } = detectLanguage(text);
    this.stems = new Set([...stemsOnce(text, language), ...stemsOnce(text, 'en')].filter((stem) => stem !== ''));
  }

  /** Whether all words of an identifier are in the question: `order_items`, `orderItems`, `OrderItems`. */
  names(identifier: string): boolean {
    const text = identifier
      .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    const stems = stemsOnce(text, 'en').filter((stem) => stem !== '');
    return stems.length > 0 && stems.every((stem) => this.stems.has(stem));
  }
}
