import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { failsOfPrediction, GENERATION_DEADLINE_MS, readerPredicts } from '../../prediction/prediction-answer';
import { PredictionHeaders } from '../../prediction/prediction.dto';
import { SummarizedKnowledge, SummarizeRequest } from './summarize.dto';

/** Requests that cannot be summed up. */
export const NOTHING_TO_SUMMARIZE = 'Could not summarize: No resources or extracted text found.';

/** The same where resources have no text yet, by the ids or slugs that named them. */
export function nothingToSummarizeYet(names: readonly string[]): string {
  return `${NOTHING_TO_SUMMARIZE} Not processed yet: ${names.join(', ')}`;
}

/**
 * Sums up each of the resources, and all of them together. A language model writes the summaries; the local reader
 * picks sentences of the texts instead. Resources that the caller cannot find are skipped. The texts of a resource
 * count up to 200,000 characters, and up to 1,500,000 divided by the number of resources; of that, a language model
 * reads as many parts of its window as 100 divided by the number of resources, and at least one.
 */
export const summarizeResources = operation({
  name: 'search.summarize',
  summary: 'Sum up resources',
  http: {
    method: 'POST',
    path: '/api/v1/kb/{kbid}/summarize',
    host: 'zone',
    success: 200,
    unknownBox: 'Knowledge box not found',
  },
  policy: readerPredicts,
  lane: 'ask',
  params: KnowledgeBoxTarget,
  headers: PredictionHeaders,
  body: SummarizeRequest,
  answer: SummarizedKnowledge,
  fails: {
    ...failsOfPrediction,
    precondition_failed: 'No resource of these is there for the caller, or none has a text.',
  },
  deadlineMs: GENERATION_DEADLINE_MS,
  feature: 'generative',
});
