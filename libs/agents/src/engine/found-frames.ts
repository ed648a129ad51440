import { randomUUID } from 'node:crypto';
import type { FrameContext, PossibleAnswer } from '@lectern/contracts/agents';
import type { IdentifiedModule } from '../module/identified-module';
import type { Place } from './context-search';
import type { FoundContext, Question } from './module-run';

/** Which module found something, and for which question. */
export interface Origin extends Place {
  readonly module: IdentifiedModule;
  /** The question of the interaction. */
  readonly asked: Question;
}

/** The whole context. */
export function frameContext(
  { answer: _, ...found }: FoundContext,
  { module, question, asked, path }: Origin,
): FrameContext {
  const id = found.id ?? randomUUID();
  const empty = { images: {}, image_urls: [], prompts: [], structured: [], json_objects: [] };
  const unset = { summary: null, title: module.title, missing: null, citations: null, citations_id: id };
  return {
    id,
    original_question_uuid: asked.id,
    actual_question_uuid: question.id,
    question: question.text,
    ...empty,
    ...unset,
    ...found,
    chunks: found.chunks.map((chunk) => ({ ...chunk, origin_agent: chunk.origin_agent ?? module.id })),
    source: found.source ?? path,
    agent: module.module,
    agent_id: module.id,
  };
}

/** The whole possible answer. */
export function framePossibleAnswer(
  found: NonNullable<FoundContext['answer']>,
  { module, question, asked, path }: Origin,
): PossibleAnswer {
  const unset = {
    data_visualizations: null,
    citations: null,
    chunks: null,
    structured: null,
    images: null,
    image_urls: null,
  };
  const ids = { original_question_uuid: asked.id, actual_question_uuid: question.id };
  return { ...ids, module: module.module, agent_path: path, ...unset, ...found };
}
