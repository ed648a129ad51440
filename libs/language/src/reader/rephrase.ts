import { detectLanguage, splitSentences, words, type Word } from '@lectern/text';
import type { FollowUp, Rephrased } from '../rephrased';
import { acceptedOffer } from './offers';
import { withoutPoliteFrames } from './polite-frames';

/** Words that refer to earlier statements. */
const pointers = new Set(
  (
    'it its they them their this that these those he she him his her one ones there such same latter former another other others ' +
    'eso esto ese esa este esta ellos ellas su sus alli ' +
    'il elle ils elles cela ca ce ces leur leurs y en ' +
    'er sie es ihn ihm ihr ihre diese dieser dieses das dort ' +
    'esso essa questo questa quello quella ci ne isso isto esse essa deles nele'
  ).split(' '),
);
/** Words that begin a question which continues an earlier one. */
const goesOn = new Set(
  'and or but so also then y o pero et ou mais und oder aber e ma и а но 那 那么 وماذا وكم'.split(' '),
);
/** Polite phrases, which have no topic. */
const courtesies = new Set(
  (
    'please thanks thank hello hi hey ok okay yes sure great good sorry tell know want help understand ' +
    'gracias hola favor merci bonjour danke bitte hallo grazie ciao obrigado ola спасибо пожалуйста привет'
  ).split(' '),
);
const TOPIC_WORDS_MIN = 2;
const TURNS_MAX = 10;
const TURN_CHARACTERS_MAX = 4_000;
/** A question with this many significant words and no pointer stands alone. */
const TELLING_WORDS_MAX = 7;
const CARRIED_MAX = 10;
/** A question that points back and has at most this many significant words names no subject of its own. */
const ELLIPTIC_WORDS_MAX = 2;

/**
 * Carries the topic of the previous question over into one that does not stand alone: it points back, or says little by
 * itself. The question's own significant words are repeated, so that in a ranking by terms they count twice as much as
 * those carried over. Only the user's turns are used, because answers add too many words. Without a conversation, a
 * question that points back gets the beginning of the extra context, and polite phrases are removed from a query.
 */
export function rephraseByRule(request: FollowUp): Rephrased {
  const { history, extraContext, relevanceThreshold = 0, standsAlone = false } = request;
  const question = acceptedOffer(request.question, history) ?? request.question;
  const carried = carriedOver(question, { history, extraContext, threshold: relevanceThreshold });
  if ('own' in carried) {
    const usedHistory = history.some(({ author }) => author === 'USER');
    return { question: [question, ...carried.own, ...carried.before].join(' '), usedHistory };
  }
  if (carried.lacksContext) return { question, usedHistory: false, lacksContext: true };
  return { question: standsAlone ? queryOf(question) : question, usedHistory: false };
}

/** Returned unchanged if nothing else would be left to search for. */
function queryOf(question: string): string {
  const bare = withoutPoliteFrames(question);
  return telling(words(bare, detectLanguage(bare).language)).length > 0 ? bare : question;
}

/** The question for a reader, and the topic of the conversation. */
export interface QuestionInContext {
  readonly question: string;
  /** Words of the previous question; empty if nothing is carried over. */
  readonly topic: string;
}

/**
 * The original question, as long as it says anything by itself: words carried over make some passages more likely, but
 * no passage must contain them.
 */
export function inConversation(question: string, history: FollowUp['history']): QuestionInContext {
  const offer = acceptedOffer(question, history);
  if (offer !== undefined) return inConversation(offer, history.slice(0, -1));
  const carried = carriedOver(question, { history, extraContext: [], threshold: 0 });
  if (!('own' in carried)) return { question, topic: '' };
  const topic = carried.before.join(' ');
  return { question: carried.own.length === 0 ? `${question} ${topic}` : question, topic };
}

interface Before extends Pick<FollowUp, 'history' | 'extraContext'> {
  readonly threshold: number;
}

/**
 * Significant words of the question, and of earlier turns; or whether it refers to something that is never mentioned.
 */
type Carried =
  | { readonly own: readonly string[]; readonly before: readonly string[] }
  | { readonly lacksContext: boolean };

function carriedOver(question: string, { history, extraContext, threshold }: Before): Carried {
  const said = subjectOf(history);
  const before = said ?? beginning(extraContext);
  const { language } = detectLanguage(`${question} ${before}`);
  const all = [...words(question, language)];
  const own = telling(all);
  const pointsBack = all.some(({ folded }) => pointers.has(folded)) || goesOn.has(all[0]?.folded ?? '');
  const without = { lacksContext: pointsBack && own.length === 0 };
  if (!pointsBack && (said === undefined || beginsTopic(all, own, stemsSaid(history, language)))) return without;
  const dependence = pointsBack ? 1 : 1 - own.length / TELLING_WORDS_MAX;
  if (dependence <= 0 || dependence < threshold || threshold >= 1) return without;
  const known = new Set(own.map(({ stem }) => stem));
  const fresh = telling(words(before, language)).filter(({ stem }) => !known.has(stem));
  const carried = [...new Map(fresh.map((word) => [word.stem, word.text])).values()].slice(0, CARRIED_MAX);
  return carried.length === 0 ? without : { own: own.map(({ text }) => text), before: carried };
}

/**
 * The user's last question; if that one continued an earlier question without naming a subject of its own, including
 * the earlier one: after "How much is a service for the van?" and "And an inspection?" the subject still is the van.
 */
function subjectOf(history: FollowUp['history']): string | undefined {
  const asked = history.filter(({ author }) => author === 'USER').slice(-TURNS_MAX);
  const texts = asked.map(({ text }) => text.slice(0, TURN_CHARACTERS_MAX));
  const begun = texts.findLastIndex((text) => !isElliptic(text));
  if (texts.length === 0) return undefined;
  return begun < 0 ? texts.join(' ') : texts.slice(begun).join(' ');
}

/** Begins like a continuation, or points back and says little by itself. */
function isElliptic(text: string): boolean {
  const all = [...words(text, detectLanguage(text).language)];
  if (goesOn.has(all[0]?.folded ?? '')) return true;
  return telling(all).length <= ELLIPTIC_WORDS_MAX && all.some(({ folded }) => pointers.has(folded));
}

/** Texts name their subject at the beginning. */
function beginning(extraContext: FollowUp['extraContext']): string {
  const text = (extraContext.find((one) => one.trim() !== '') ?? '').slice(0, TURN_CHARACTERS_MAX);
  return text === '' ? '' : (splitSentences(text, detectLanguage(text).language)[0]?.text ?? '');
}

/** A question that names something, and shares no word with earlier turns, starts a new topic. */
function beginsTopic(all: readonly Word[], own: readonly Word[], said: ReadonlySet<string>): boolean {
  if (own.length < TOPIC_WORDS_MIN || own.some(({ stem }) => said.has(stem))) return false;
  return all.some(({ text, stem }, at) => stem !== '' && (/\p{Nd}/u.test(text) || (at > 0 && /^\p{Lu}/u.test(text))));
}

function stemsSaid(history: FollowUp['history'], language: string): ReadonlySet<string> {
  const texts = history.slice(-TURNS_MAX).map(({ text }) => text.slice(0, TURN_CHARACTERS_MAX));
  return new Set(texts.flatMap((text) => telling(words(text, language)).map(({ stem }) => stem)));
}

function telling(all: Iterable<Word>): Word[] {
  return [...all].filter(({ stem, folded }) => stem !== '' && !courtesies.has(folded));
}
