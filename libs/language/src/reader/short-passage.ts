import { numeralIn } from '../qualifiers/numeral';
import { featureNames } from './evidence';
import { type Judged, signsOf } from './confidence';
import { gapsIn } from './gaps';

/** Share of the length of a long passage: about sixty words. */
const SHORT = 0.4;
/**
 * Minimum share of the question's weight in its most significant missing word if the question is about something else.
 * In our own boxes, no neighbour that a long passage would answer has less.
 */
const TELLING = 0.3;
/** Similarity of an English passage that practically repeats the question. */
const NEAR = 0.75;
/** Words of questions about prices that answers with a price do not repeat. Folded. */
const priceWords = new Set(
  'cost costs costing price priced kostet kosten preis cuesta cuestan coute coutent prix costa custa kost'.split(' '),
);
/** Words that ask for a number of things. Folded. */
const counting = new Set('many viele cuantos cuantas quanti quante quantos quantas hoeveel'.split(' '));
const sayPrice =
  /[$€£¥₹₽]|\b(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|crowns?|francs?|yen|cents?|kr|pesos?|rupees?|free|gratis|kostenlos|gratuit\w*)\b|[元块]|درهم|دينار|ريال|جنيه|مجان/iu;

/**
 * Whether the best unit is in a passage so short that missing words are really not there. If the missing word is just
 * one of many things, the passage is judged like a long one.
 */
export function isShort({ evidence, terms }: Judged): boolean {
  const { passage, things, weight } = gapsIn(evidence, terms);
  return passage < SHORT && (things === 0 || weight >= TELLING);
}

/**
 * A short passage that lacks a word does not answer, and one that has all of them does: returns whether it answers, or
 * undefined if that criterion is not decisive.
 */
export function verdictInShort(best: Judged): boolean | undefined {
  const { evidence, terms } = best;
  const gaps = gapsIn(evidence, terms);
  if (gaps.things > 0) return false;
  if (asksPrice(best) && !sayPrice.test(evidence.unit.shown)) return false;
  const feature = (name: (typeof featureNames)[number]) => evidence.features[featureNames.indexOf(name)] ?? 0;
  const { negation, opposite } = signsOf(best, undefined);
  const { language } = evidence.passage;
  const hasNumber = evidence.unit.words.some(({ folded }) => numeralIn(folded, language) !== undefined);
  const isDoubtful = (feature('missing') > 0 && !hasNumber) || feature('question') > 0 || opposite > 0 || negation > 0;
  const isNear = language === 'en' && (evidence.passage.similarity ?? 0) >= NEAR;
  return (gaps.none > 0 || isNear) && !isDoubtful && terms.question.terms.length > 0 ? true : undefined;
}

function asksPrice({ terms }: Judged): boolean {
  if (terms.question.words.some((word) => counting.has(word))) return false;
  return terms.question.kind === 'number' && terms.question.words.some((word) => priceWords.has(word));
}
