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
/** Words that begin a question which goes on with what was said. */
const goesOn = new Set('and or but so also then y o pero et ou mais und oder aber e ma и а но'.split(' '));
/** Said to be polite: no topic. */
const courtesies = new Set(
  (
    'please thanks thank hello hi hey ok okay yes sure great good sorry tell know want help understand ' +
    'gracias hola favor merci bonjour danke bitte hallo grazie ciao obrigado ola спасибо пожалуйста привет'
  ).split(' '),
);
const TOPIC_WORDS_MIN = 2;
const TURNS_MAX = 10;
const TURN_CHARACTERS_MAX = 4_000;
/** A question with so many telling words and no pointer stands alone. */
const TELLING_WORDS_MAX = 7;
const CARRIED_MAX = 10;

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

/** What a reader is asked, and what the conversation is about. */
export interface QuestionInContext {
  readonly question: string;
  /** Words of the question before; empty where nothing is carried over. */
  readonly topic: string;
}

/**
 * The question as it was asked, as long as it says anything by itself: what is carried over makes some passages
 * likelier than others, but none has to say it.
 */
export function inConversation(question: string, history: RephraseRequest['history']): QuestionInContext {
  const carried = carriedOver(question, history, 0);
  if (carried === undefined) return { question, topic: '' };
  const topic = carried.before.join(' ');
  return { question: carried.own.length === 0 ? `${question} ${topic}` : question, topic };
}

function carriedOver(question: string, history: RephraseRequest['history'], threshold: number) {
  const before = history.findLast(({ author }) => author === 'USER')?.text;
  if (before === undefined) return undefined;
  const { language } = detectLanguage(`${question} ${before}`);
  const all = [...words(question, language)];
  const own = telling(all);
  const pointsBack = all.some(({ folded }) => pointers.has(folded)) || goesOn.has(all[0]?.folded ?? '');
  if (!pointsBack && beginsTopic(all, own, stemsSaid(history, language))) return undefined;
  const dependence = pointsBack ? 1 : 1 - own.length / TELLING_WORDS_MAX;
  if (dependence <= 0 || dependence < threshold || threshold >= 1) return undefined;
  const known = new Set(own.map(({ stem }) => stem));
  const fresh = telling(words(before, language)).filter(({ stem }) => !known.has(stem));
  const carried = [...new Map(fresh.map((word) => [word.stem, word.text])).values()].slice(0, CARRIED_MAX);
  return carried.length === 0 ? undefined : { own: own.map(({ text }) => text), before: carried };
}

/** A question that names something, and shares no word with what was said, is about something else. */
function beginsTopic(all: readonly Word[], own: readonly Word[], said: ReadonlySet<string>): boolean {
  if (own.length < TOPIC_WORDS_MIN || own.some(({ stem }) => said.has(stem))) return false;
  return all.some(({ text, stem }, at) => stem !== '' && (/\p{Nd}/u.test(text) || (at > 0 && /^\p{Lu}/u.test(text))));
}

function stemsSaid(history: RephraseRequest['history'], language: string): ReadonlySet<string> {
  const texts = history.slice(-TURNS_MAX).map(({ text }) => text.slice(0, TURN_CHARACTERS_MAX));
  return new Set(texts.flatMap((text) => telling(words(text, language)).map(({ stem }) => stem)));
}

function telling(all: Iterable<Word>): Word[] {
  return [...all].filter(({ stem, folded }) => stem !== '' && !courtesies.has(folded));
}
