import { detectLanguage, words, type Word } from '@lectern/text';
import type { Rephrased, RephraseRequest } from '../generator';

/** Words that point at something said before. */
const pointers = new Set(
  (
    'it its they them their this that these those he she him his her one ones there such same latter former also else another other ' +
    'eso esto ese esa este esta ellos ellas su sus lo la los las alli tambien ' +
    'il elle ils elles cela ca ce ces leur leurs y en aussi ' +
    'er sie es ihn ihm ihr ihre diese dieser dieses das dort auch'
  ).split(' '),
);
const standsAloneTerms = 3;
const carriedTermsMax = 6;
const turnsMax = 4;

/**
 * Carries the topic of earlier questions over into one that does not stand alone: it points back, or says little by
 * itself. Only what the user said is carried; the newest turn first.
 */
export function rephraseByRule({ question, history, relevanceThreshold = 0 }: RephraseRequest): Rephrased {
  const said = history.filter(({ author }) => author === 'USER').slice(-turnsMax).reverse();
  if (said.length === 0 || relevanceThreshold >= 1) return { question, usedHistory: false };
  const { language } = detectLanguage(`${question} ${said.map(({ text }) => text).join(' ')}`);
  const own = [...words(question, language)];
  const telling = own.filter(({ stem }) => stem !== '');
  if (telling.length >= standsAloneTerms && !own.some(({ folded }) => pointers.has(folded))) return { question, usedHistory: false };
  const known = new Set(telling.map(({ stem }) => stem));
  const carried: Word[] = [];
  for (const { text } of said) {
    for (const word of words(text, language)) {
      if (word.stem === '' || known.has(word.stem) || carried.length >= carriedTermsMax) continue;
      known.add(word.stem);
      carried.push(word);
    }
  }
  if (carried.length === 0) return { question, usedHistory: false };
  return { question: `${question} ${carried.map(({ text }) => text).join(' ')}`, usedHistory: true };
}
