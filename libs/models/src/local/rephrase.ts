import { detectLanguage, words, type Word } from '@lectern/text';
import type { Rephrased, RephraseRequest } from '../generator';

/** Words that point at something said before. */
const pointers = new Set(
  (
    'it its they them their this that these those he she him his her one ones there such same latter former another other others ' +
    'eso esto ese esa este esta ellos ellas su sus alli ' +
    'il elle ils elles cela ca ce ces leur leurs y en ' +
    'er sie es ihn ihm ihr ihre diese dieser dieses das dort ' +
    'esso essa questo questa quello quella ci ne isso isto esse essa deles nele'
  ).split(' '),
);
/** A question with so many telling words and no pointer stands alone. */
const TELLING_WORDS_MAX = 7;
const CARRIED_MAX = 10;
/** A reader is helped by more words only where the question has next to none. */
const DEPENDENT_SHARE = 0.5;

/**
 * Carries the topic of the question before over into one that does not stand alone: it points back, or says little by
 * itself. The question's own telling words are repeated, so that in a ranking by terms they count twice as much as what
 * is carried over. Only what the user said is used: answers bring too many words.
 */
export function rephraseByRule({ question, history, relevanceThreshold = 0 }: RephraseRequest): Rephrased {
  const carried = carriedOver(question, history, relevanceThreshold);
  if (carried === undefined) return { question, usedHistory: false };
  return { question: [question, ...carried.own, ...carried.before].join(' '), usedHistory: true };
}

/** The question with what it leaves out, for a reader: nothing is repeated. */
export function completed(question: string, history: RephraseRequest['history']): string {
  const carried = carriedOver(question, history, DEPENDENT_SHARE);
  return carried === undefined ? question : [question, ...carried.before].join(' ');
}

function carriedOver(question: string, history: RephraseRequest['history'], threshold: number) {
  const before = history.findLast(({ author }) => author === 'USER')?.text;
  if (before === undefined) return undefined;
  const { language } = detectLanguage(`${question} ${before}`);
  const all = [...words(question, language)];
  const own = telling(all);
  const dependence = all.some(({ folded }) => pointers.has(folded)) ? 1 : 1 - own.length / TELLING_WORDS_MAX;
  if (dependence <= 0 || dependence < threshold || threshold >= 1) return undefined;
  const known = new Set(own.map(({ stem }) => stem));
  const fresh = telling(words(before, language)).filter(({ stem }) => !known.has(stem));
  const carried = [...new Map(fresh.map((word) => [word.stem, word.text])).values()].slice(0, CARRIED_MAX);
  return carried.length === 0 ? undefined : { own: own.map(({ text }) => text), before: carried };
}

function telling(all: Iterable<Word>): Word[] {
  return [...all].filter(({ stem }) => stem !== '');
}
