import type { AskItem, AskStatus, FindResults } from '@lectern/contracts/search';
import { fileNameBeside } from '../../parts/file-name';

type Sentences = Extract<AskItem, { type: 'citations' }>['sentences'];

/** A passage that the model may have been given. */
export interface FoundPassage {
  /** Key of the context: the id of a paragraph or of a field. */
  readonly key: string;
  readonly rid: string;
  readonly title: string;
  /** Name of its file, where the title does not say it. */
  readonly filename?: string;
  readonly text: string;
}

/** How far an answer has come. */
export type Phase = 'asking' | 'answering' | 'done' | 'stopped' | 'failed';

/** An answer as far as it has come. */
export interface Answer {
  readonly phase: Phase;
  readonly text: string;
  /** How the model ended; absent before that. */
  readonly status?: AskStatus;
  /** The failure, in the words of the server. */
  readonly problem?: string;
  /** Whether trying again is left to the page, because the server was down. */
  readonly isAway?: boolean;
  readonly found: readonly FoundPassage[];
  /** The search query, when the question was rewritten. */
  readonly rewritten?: string;
  /** Warnings about skipped parts of the search, in the words of the server. */
  readonly warnings: readonly string[];
  readonly sentences: Sentences;
  /** Names the answer for feedback. */
  readonly learningId?: string;
}

export const newAnswer: Answer = { phase: 'asking', text: '', found: [], warnings: [], sentences: [] };

const FOUND_MAX = 40;
const PASSAGE_CHARS_MAX = 4_000;

/** The answer after one more item of the stream; items of types that nobody knows yet change nothing. */
export function withItem(answer: Answer, item: AskItem): Answer {
  switch (item.type) {
    case 'answer':
      return { ...answer, phase: 'answering', text: answer.text + item.text };
    case 'retrieval':
      return { ...answer, ...searched(item.results), found: merged(passagesOf(item.results), answer.found) };
    case 'augmented_context':
      return { ...answer, found: merged(answer.found, augmented(item.augmented, answer.found)) };
    case 'citations':
      return { ...answer, sentences: item.sentences };
    case 'status':
      return { ...answer, status: item.status, ...(item.status === 'error' && failure(item.details)) };
    case 'error':
      return { ...answer, ...failure(item.error) };
    default:
      return answer;
  }
}

function failure(problem: string | undefined) {
  return { phase: 'failed' as const, ...(problem !== undefined && { problem }) };
}

/** The answer when its stream has ended; without a status it broke off. */
export function atEnd(answer: Answer): Answer {
  if (answer.phase === 'failed') return answer;
  return { ...answer, phase: answer.status === undefined ? 'failed' : 'done' };
}

/** The part that arrived before a stop stays. */
export function stopped(answer: Answer): Answer {
  return { ...answer, phase: 'stopped' };
}

/** Whether the model found an answer in what it was given. */
export function isAnswered({ phase, status, text }: Answer): boolean {
  return phase === 'done' && status === 'success' && text.trim() !== '';
}

function searched({ rephrased_query: rewritten, warnings = [] }: FindResults) {
  return { warnings, ...(rewritten !== undefined && { rewritten }) };
}

function merged(first: readonly FoundPassage[], then: readonly FoundPassage[]): readonly FoundPassage[] {
  const keys = new Set(first.map(({ key }) => key));
  return [...first, ...then.filter(({ key }) => !keys.has(key))].slice(0, FOUND_MAX);
}

function passagesOf({ resources }: FindResults): readonly FoundPassage[] {
  return Object.entries(resources)
    .flatMap(([rid, { title, origin, fields }]) => {
      const filename = fileNameBeside(title ?? '', origin?.filename);
      const names = { rid, title: title || rid, ...(filename !== undefined && { filename }) };
      return Object.values(fields).flatMap(({ paragraphs }) =>
        Object.values(paragraphs).map(({ id, text, order }) => ({ passage: { key: id, ...names, text }, order })),
      );
    })
    .sort((one, other) => one.order - other.order)
    .map(({ passage }) => ({ ...passage, text: passage.text.slice(0, PASSAGE_CHARS_MAX) }));
}

type Augmented = Extract<AskItem, { type: 'augmented_context' }>['augmented'];

/** Texts that a strategy brought; their resource is known from another passage of it. */
function augmented({ paragraphs, fields }: Augmented, found: readonly FoundPassage[]): readonly FoundPassage[] {
  return [...Object.values(paragraphs), ...Object.values(fields)].flatMap(({ id, text }) => {
    const [rid = ''] = id.split('/');
    const known = found.find((passage) => passage.rid === rid);
    return known ? [{ ...known, key: id, text: text.slice(0, PASSAGE_CHARS_MAX) }] : [];
  });
}
