import { modelOf } from '../engine/module-models';
import type { Found, FoundContext, ModuleRun, Question } from '../engine/module-run';
import type { BoxQuestion, BoxSource } from '../engine/module-sources';
import { foundInBox } from './box-answer';

/** Members of a question besides its text. */
export type QuestionMembers = Omit<Partial<BoxQuestion>, 'query'>;

/** Modules that ask knowledge boxes. */
export interface AsksBoxes {
  readonly sources: readonly string[];
  readonly generative_model?: Parameters<typeof modelOf>[0];
}

/**
 * Asks all knowledge boxes of a module at once.
 *
 * @throws AppError of a source
 */
export async function askBoxes(
  { sources, generative_model: model }: AsksBoxes,
  question: Question,
  { run, members = {} }: { readonly run: ModuleRun; readonly members?: QuestionMembers },
): Promise<Found> {
  const request = { query: question.text, ...modelMembers({ generative_model: model }), ...members };
  const found = await Promise.all(
    sources.map(async (source) => foundInBox(await run.sources.box(source), request, run.models.tokens)),
  );
  return reportOf(
    found.flatMap((context) => context ?? []),
    sources.length,
  );
}

/** The model that answers from what a box has, as a question names it. */
export function modelMembers({ generative_model: model }: Pick<AsksBoxes, 'generative_model'>): QuestionMembers {
  return modelOf(model);
}

/** What a module did that looked at some sources. */
export function reportOf(contexts: readonly FoundContext[], sources: number): Found {
  const chunks = contexts.reduce((sum, context) => sum + context.chunks.length, 0);
  return { contexts, value: `${chunks} texts from ${contexts.length} of ${sources} sources` };
}

/** The boxes of a module. @throws AppError `not_found`, `forbidden` */
export function boxesOf({ sources }: AsksBoxes, run: ModuleRun): Promise<readonly BoxSource[]> {
  return Promise.all(sources.map((source) => run.sources.box(source)));
}
