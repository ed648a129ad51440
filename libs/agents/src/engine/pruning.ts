import { detectLanguage, stemsOnce } from '@lectern/text';
import type { FoundContext, ModuleRun, Question } from './module-run';

type Chunk = FoundContext['chunks'][number];

/**
 * Contexts without the chunks that do not belong to the question: those that have none of its words, are about
 * something else in meaning, and are not cited. At least one chunk of each context stays.
 *
 * @throws AppError `unavailable`, `rate_limited`
 */
export async function pruned(
  contexts: readonly FoundContext[],
  question: Question,
  { models }: Pick<ModuleRun, 'models'>,
): Promise<readonly FoundContext[]> {
  const { language } = detectLanguage(question.text);
  const asked = new Set(stemsOnce(question.text, language).filter((stem) => stem !== ''));
  const hasNoWord = ({ text, title }: Chunk) =>
    !stemsOnce(`${title ?? ''}\n${text}`, language).some((stem) => asked.has(stem));
  const doubtful = contexts.flatMap(({ chunks, citations }) =>
    chunks.length < 2 ? [] : chunks.filter((one) => !citations?.includes(one.chunk_id) && hasNoWord(one)),
  );
  if (doubtful.length === 0 || asked.size === 0) return contexts;
  const texts = doubtful.map(({ text }) => text);
  const { least, similarities } = await models.similarities(texts, [question.text]);
  const foreign = new Set(doubtful.filter((_, place) => (similarities[0]?.[place] ?? least) < least));
  return contexts.map((context) => {
    const kept = context.chunks.filter((chunk) => !foreign.has(chunk));
    return { ...context, chunks: kept.length > 0 ? kept : context.chunks.slice(0, 1) };
  });
}
