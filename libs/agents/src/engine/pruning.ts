import { detectLanguage, stemsOnce } from '@lectern/text';
import type { FoundContext, ModuleRun, Question } from './module-run';
import { unlessEnded } from './optional-work';
import { readInTurns } from './reading-turns';

type Chunk = FoundContext['chunks'][number];

/** Characters of a chunk that say whether it belongs to the question. */
const READ_CHARS_MAX = 20_000;
/** Chunks that are compared with the question by meaning; further ones stay. */
const COMPARED_MAX = 500;

/**
 * Contexts without the chunks that do not belong to the question: those that have none of its words, are about
 * something else in meaning, and are not cited. At least one chunk of each context stays; all do while no embedding
 * model answers.
 */
export async function pruned(
  contexts: readonly FoundContext[],
  question: Question,
  { models, signal }: Pick<ModuleRun, 'models' | 'signal'>,
): Promise<readonly FoundContext[]> {
  const { language } = detectLanguage(question.text);
  const asked = new Set(stemsOnce(question.text, language).filter((stem) => stem !== ''));
  const hasNoWord = (text: string) => !stemsOnce(text, language).some((stem) => asked.has(stem));
  const uncited = contexts.flatMap(({ chunks, citations }) => {
    const cited = new Set(citations ?? []);
    return chunks.length < 2 ? [] : chunks.filter((one) => !cited.has(one.chunk_id));
  });
  if (uncited.length === 0 || asked.size === 0) return contexts;
  const doubts = await readInTurns(uncited.map(readPart), hasNoWord);
  const doubtful = uncited.filter((_, place) => doubts[place]).slice(0, COMPARED_MAX);
  if (doubtful.length === 0) return contexts;
  const texts = doubtful.map(({ text }) => text.slice(0, READ_CHARS_MAX));
  const likeness = await models
    .similarities(texts, [question.text])
    .catch((error: unknown) => unlessEnded(error, signal));
  if (!likeness) return contexts;
  const { least, similarities } = likeness;
  const foreign = new Set(doubtful.filter((_, place) => (similarities[0]?.[place] ?? least) < least));
  return contexts.map((context) => {
    const kept = context.chunks.filter((chunk) => !foreign.has(chunk));
    return { ...context, chunks: kept.length > 0 ? kept : context.chunks.slice(0, 1) };
  });
}

function readPart({ text, title }: Chunk): string {
  return `${title ?? ''}\n${text}`.slice(0, READ_CHARS_MAX);
}
