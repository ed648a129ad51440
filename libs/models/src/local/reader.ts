import { detectLanguage, words } from '@lectern/text';
import type { ContextEntry } from '../generator';
import { tokensOf } from '../tokens';
import { signsOf, type Judged } from './confidence';
import { chooseUnits, type Chosen } from './choice';
import { evidenceIn } from './evidence';
import { type Passage, readPassage, type Unit } from './passage';
import { PinnedQuestion } from './pinned';
import { readQuestion } from './question';
import { shortAnswer } from './short-answer';
import { Terms, united } from './terms';
import { confidenceOf, scoreOf } from './weights';

export interface Reading {
  /** ISO 639-1 of the question; empty when not known. */
  readonly language: string;
  /** In the order they are to be read; empty when nothing answers. */
  readonly chosen: readonly Chosen[];
  /** The most likely of them. */
  readonly best?: string;
  /** How likely that is right, 0..1. */
  readonly confidence: number;
}

/** Log-odds of what has all words of the topic. */
const TOPIC_WEIGHT = { passage: 1, unit: 2 };
const limits = { passagesMax: 200, charactersMax: 100_000 };

interface ReadingOptions {
  /** Where a whole sentence is longer, only the words that answer are given. */
  readonly answerTokensMax?: number;
  /** Words of the conversation: passages that have them are likelier. */
  readonly topic?: string;
}

/** Finds what of the context answers the question. Pure; some milliseconds for twenty paragraphs. */
export function read(
  question: string,
  context: readonly ContextEntry[],
  { answerTokensMax = Infinity, topic = '' }: ReadingOptions = {},
): Reading {
  const language = languageOf(question, context);
  const pinned = new PinnedQuestion({ text: question, words: [...words(question, language)] }, language);
  const passages = passagesOf(context, language).map((passage) => pinned.read(passage));
  const judged = judge(question, passages, { asked: language, topic }).filter(({ evidence }) => pinned.fits(evidence));
  const [best, second] = judged;
  if (!best) return { language, chosen: [], confidence: 0 };
  const basis = best.evidence.passage.similarity === undefined ? 'words' : 'meaning';
  const { confidence, isEnough } = confidenceOf(signsOf(best, second), basis);
  if (!isEnough) return { language, chosen: [], confidence };
  const shown = best.evidence.unit.shown;
  const short = tokensOf(shown.length) > answerTokensMax ? shortAnswer(judged, answerTokensMax) : undefined;
  return { language, chosen: short ? [short] : chooseUnits(judged), best: shown, confidence };
}

interface Asked {
  /** Language of the question, where it is known. */
  readonly asked: string;
  readonly topic?: string;
}

/** What may answer the question, most likely first. */
export function judge(question: string, passages: readonly Passage[], { asked, topic = '' }: Asked): Judged[] {
  const languages = [...new Set(passages.map(({ language }) => language))];
  const mostSimilar = Math.max(0, ...passages.map(({ similarity = 0 }) => similarity));
  const judged = languages.flatMap((language) => {
    const spoken = passages.filter((passage) => passage.language === language);
    const languageOfQuestion = { language, asked: asked || language };
    const terms = new Terms(readQuestion(question, languageOfQuestion), spoken);
    const topicTerms = topic === '' ? undefined : new Terms(readQuestion(topic, languageOfQuestion), spoken);
    return spoken.flatMap((passage) => {
      // A heading answers only where there is nothing below it.
      const isBare = passage.units.every(({ kind }) => kind === 'heading');
      const more = onTopic(passage, topicTerms);
      return evidenceIn(passage, { rank: passages.indexOf(passage), mostSimilar, terms })
        .filter(({ unit, said }) => (isBare || unit.kind !== 'heading') && said.some((share) => share > 0))
        .map((evidence) => ({ evidence, score: scoreOf(evidence.features) + more(evidence.unit), terms }));
    });
  });
  return judged.sort((a, b) => b.score - a.score);
}

/** More for the units of a passage that say more of what the conversation is about, or stand in one that does. */
function onTopic({ title, units }: Passage, topic: Terms | undefined): (unit: Unit) => number {
  if (!topic) return () => 0;
  const inTitle = topic.presence(title);
  const here = units.map(({ words: own, setting }) => united(inTitle, topic.presence([...setting, ...own])));
  const around = TOPIC_WEIGHT.passage * topic.share(here.reduce(united, inTitle));
  return ({ position }) => around + TOPIC_WEIGHT.unit * topic.share(here[position] ?? inTitle);
}

function languageOf(question: string, context: readonly ContextEntry[]): string {
  const candidates = [...new Set(['en', ...context.flatMap(({ language }) => language ?? [])])];
  return detectLanguage(question, candidates.length > 1 ? { candidates } : undefined).language;
}

function passagesOf(context: readonly ContextEntry[], asked: string): Passage[] {
  let left = limits.charactersMax;
  const passages: Passage[] = [];
  for (const entry of context.slice(0, limits.passagesMax)) {
    if (left <= 0) break;
    const text = entry.text.slice(0, left);
    left -= text.length;
    passages.push(readPassage({ ...entry, text }, entry.language ?? asked));
  }
  return passages;
}
