import { operation } from '../../core/operation';
import { scheduledTask } from '../../core/task';
import { configuresKnowledgeBox } from '../../knowledge-box/policies';
import { readsActivity } from '../activity/activity.operations';
import { AskReplay, AskTraceAnswer, AskTraceTarget } from './ask-trace.dto';

const path = '/api/v1/kb/{kbid}/ask/trace/{learning_id}';
const fails = {
  not_found: 'No trace is kept of an answer with this id: it is too old, or was not kept.',
  unavailable: 'The database cannot be asked.',
};

/**
 * Returns how a question was answered: the request, what each leg found with its scores, the fused and the reranked
 * list, and the keys of what the model got. The texts of resources are not kept: owners and managers see those that
 * have not changed since. A trace is there some seconds after its answer, for as many days as the deployment sets.
 */
export const getAskTrace = operation({
  name: 'search.ask.trace',
  summary: 'Get how a question was answered',
  http: { method: 'GET', path, host: 'zone', success: 200 },
  policy: readsActivity,
  params: AskTraceTarget,
  answer: AskTraceAnswer,
  fails,
  deadlineMs: 20_000,
});

/**
 * Runs the retrieval of a recorded question again, with the recorded parameters and as who asked could see, and
 * compares every stage. No model is asked: the question is not rewritten again and not answered. While the data is
 * unchanged, nothing differs.
 */
export const replayAsk = operation({
  name: 'search.ask.replay',
  feature: 'search',
  summary: 'Run the retrieval of a recorded question again',
  http: { method: 'POST', path: `${path}/replay`, host: 'zone', success: 200 },
  policy: configuresKnowledgeBox,
  lane: 'search',
  params: AskTraceTarget,
  answer: AskReplay,
  fails: {
    ...fails,
    invalid_request: 'The request was too large to be kept whole, or is no longer valid; `detail` says which.',
    unavailable: 'Nothing could be searched, too many searches run, or the database cannot be asked.',
  },
  deadlineMs: 60_000,
});

/** Forgets traces that are older than they are kept. */
export const removeOldAskTraces = scheduledTask(
  'removeOldAskTraces',
  { intervalMs: 60 * 60_000 },
  { worksWithoutRoom: true },
);
