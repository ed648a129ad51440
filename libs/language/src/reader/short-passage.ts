import { numeralIn } from '../qualifiers/numeral';
import { featureNames } from './evidence';
import { type Judged, signsOf } from './confidence';
import { gapsIn } from './gaps';

/** Of the length that counts as long: about sixty words. */
const SHORT = 0.4;
/**
 * Share of the question's weight that its most telling unsaid word has at least, where what is asked is something else.
 * On boxes of our own, no neighbour that long passages would answer has less.
 */
const TELLING = 0.3;
/** Similarity of an English passage that all but repeats the question. */
const NEAR = 0.75;
/** Asked with, and not repeated by what says a price. Folded. */
const priceWords = new Set(
  'cost costs costing price priced kostet kosten preis cuesta cuestan coute coutent prix costa custa kost'.split(' '),
);
/** Ask for a number of things. Folded. */
const counting = new Set('many viele cuantos cuantas quanti quante quantos quantas hoeveel'.split(' '));
const sayPrice =
  /[$€£¥₹₽]|\b(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|crowns?|francs?|yen|cents?|kr|pesos?|rupees?|free|gratis|kostenlos|gratuit\w*)\b|[元块]|درهم|دينار|ريال|جنيه|مجان/iu;

/**
 * Whether the best unit stands in a passage so short that what it leaves unsaid is not there. Where that is one thing
 * of many, the passage is judged like a long one.
 */
export function isShort({ evidence, terms }: Judged): boolean {
  const { passage, things, weight } = gapsIn(evidence, terms);
  return passage < SHORT && (things === 0 || weight >= TELLING);
}

/**
 * In a short passage what is not said is not there, and what says everything answers: whether it does, or undefined
 * where that alone does not tell.
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
