import { detectLanguage, words } from '@lectern/text';
import type { ContextEntry } from '../context-entry';
import { estimatedTokens } from '../tokens';
import { treeConfidence } from './answer-trees';
import { inputsOf } from './answer-inputs';
import { type Judged, signsOf } from './confidence';
import { chooseUnits, type Chosen } from './choice';
import { clausesOf } from './clauses';
import { evidenceIn } from './evidence';
import { type Passage, readPassage, type Unit } from './passage';
import { excludedIn } from './gaps';
import { isShort, verdictInShort } from './short-passage';
import { PinnedQuestion } from './pinned';
import { readQuestion } from './question';
import { shortAnswer } from './short-answer';
import { Terms, united } from './terms';
import { type Basis, unitConfidence as likelihoodOf, unitScore } from './weights';

export interface Reading {
  /** ISO 639-1 of the question; empty when unknown. */
  readonly language: string;
  /** In reading order; empty when nothing answers. */
  readonly chosen: readonly Chosen[];
  /** The most likely of them. */
  readonly best?: string;
  /** Probability that it is right, 0..1. */
  readonly confidence: number;
}

/** Log-odds of a passage or unit with all words of the topic. */
const TOPIC_WEIGHT = { passage: 1, unit: 2 };
const limits = { passagesMax: 200, charactersMax: 100_000 };

interface ReadingOptions {
  /** If whole sentences are longer, only the answering words are returned. */
  readonly answerTokensMax?: number;
  /** Words of the conversation: passages that have them are more likely. */
  readonly topic?: string;
}

/**
 * Finds the part of the context that answers the question; if it consists of several questions, an answer for each.
 * Pure; takes some milliseconds for twenty paragraphs.
 */
export function read(question: string, context: readonly ContextEntry[], options: ReadingOptions = {}): Reading {
  const language = languageOf(question, context);
  const passages = passagesOf(context, language);
  const clauses = clausesOf(question, language);
  const [first = question] = clauses;
  if (clauses.length === 1) return readOne(question, passages, { ...options, language });
  const readings = clauses.map((clause, at) => {
    const topic = at === 0 ? options.topic : [options.topic, first].join(' ').trim();
    return readOne(clause, passages, { ...options, language, topic });
  });
  const answered = readings.filter(({ chosen }) => chosen.length > 0);
  // The answer may be spread over several clauses.
  const [best] = answered.toSorted((a, b) => b.confidence - a.confidence);
  if (!best) return readOne(question, passages, { ...options, language });
  const chosen = new Map(answered.flatMap((one) => one.chosen).map((unit) => [`${unit.key} ${unit.text}`, unit]));
  return { ...best, chosen: [...chosen.values()] };
}

function readOne(
  question: string,
  all: readonly Passage[],
  { language, answerTokensMax = Infinity, topic = '' }: ReadingOptions & Pick<Reading, 'language'>,
): Reading {
  const judged = judgedWithin(question, all, { asked: language, topic });
  const [best, second] = judged;
  if (!best) return { language, chosen: [], confidence: 0 };
  const { confidence, isEnough } = judgementOf(best, second);
  if (!isEnough) return { language, chosen: [], confidence };
  const shown = best.evidence.unit.shown;
  const short = estimatedTokens(shown.length) > answerTokensMax ? shortAnswer(judged, answerTokensMax) : undefined;
  return { language, chosen: short ? [short] : chooseUnits(judged), best: shown, confidence };
}

/** For long passages uses signs fitted to such passages; for short ones the words they contain, and trees. */
function judgementOf(best: Judged, second: Judged | undefined): { confidence: number; isEnough: boolean } {
  if (!isShort(best)) return likelihoodOf(signsOf(best, second), basisOf(best));
  const { confidence, isEnough } = treeConfidence(inputsOf(best, second));
  return { confidence, isEnough: verdictInShort(best) ?? isEnough };
}

function basisOf({ evidence: { passage } }: Judged): Basis {
  if (passage.similarity === undefined) return 'words';
  return passage.language === 'en' ? 'english' : 'elsewhere';
}

/** Units consistent with all pins of the question that may answer it, most likely first. */
export function judgedFor(question: string, context: readonly ContextEntry[]): Judged[] {
  const asked = languageOf(question, context);
  return judgedWithin(question, passagesOf(context, asked), { asked });
}

function judgedWithin(question: string, all: readonly Passage[], { asked, topic = '' }: Asked): Judged[] {
  const pinned = new PinnedQuestion({ text: question, words: [...words(question, asked)] }, asked, topic);
  const passages = all.map((passage) => pinned.read(passage));
  const fitting = judge(question, passages, { asked, topic }).filter(
    ({ evidence, terms }) => pinned.fits(evidence) && excludedIn(evidence, terms) === 0,
  );
  // Keeps units that say as much of the topic as the best one.
  return fitting.filter(({ named }) => named >= (fitting[0]?.named ?? 0));
}

interface Asked {
  /** Language of the question, if known. */
  readonly asked: string;
  readonly topic?: string;
}

/** Units that may answer the question, most likely first. */
export function judge(question: string, passages: readonly Passage[], { asked, topic = '' }: Asked): Judged[] {
  const languages = [...new Set(passages.map(({ language }) => language))];
  const mostSimilar = Math.max(0, ...passages.map(({ similarity = 0 }) => similarity));
  const judged = languages.flatMap((language) => {
    const spoken = passages.filter((passage) => passage.language === language);
    const languageOfQuestion = { language, asked: asked || language };
    const terms = new Terms(readQuestion(question, languageOfQuestion), spoken);
    const topicTerms = topic === '' ? undefined : new Terms(readQuestion(topic, languageOfQuestion), spoken);
    return spoken.flatMap((passage) => {
      // A heading is an answer only if there is nothing below it.
      const isBare = passage.units.every(({ kind }) => kind === 'heading');
      const more = onTopic(passage, topicTerms);
      return evidenceIn(passage, { rank: passages.indexOf(passage), mostSimilar, terms })
        .filter(({ unit, said }) => (isBare || unit.kind !== 'heading') && said.some((share) => share > 0))
        .map((evidence) => {
          const { weight, named } = more(evidence.unit);
          return { evidence, score: unitScore(evidence.features) + weight, terms, named };
        });
    });
  });
  return judged.sort((a, b) => b.score - a.score);
}

interface OnTopic {
  /** Log-odds of units with more words of the topic, or in a passage with more. */
  readonly weight: number;
  /** Share of the topic's names and numbers that it contains. */
  readonly named: number;
}

function onTopic({ title, units }: Passage, topic: Terms | undefined): (unit: Unit) => OnTopic {
  if (!topic) return () => ({ weight: 0, named: 0 });
  const inTitle = topic.presence(title);
  const here = units.map(({ words: own, setting }) => united(inTitle, topic.presence([...setting, ...own])));
  const around = TOPIC_WEIGHT.passage * topic.share(here.reduce(united, inTitle));
  return ({ position }) => {
    const said = here[position] ?? inTitle;
    return { weight: around + TOPIC_WEIGHT.unit * topic.share(said), named: topic.nameShare(said) };
  };
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
