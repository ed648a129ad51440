import { operation } from '../../core/operation';
import { FindingQuery, FindingState } from './finding.dto';

/** Seconds that a request waits at most until what it stored can be found. */
export const WAIT_S_MAX = 30;

/** Answers once a resource can be found by its words, or when the time is over. For gateways. */
export const awaitFinding = operation({
  name: 'kb.resource.await-finding',
  summary: 'Wait until a resource can be found by its words',
  body: FindingQuery,
  answer: FindingState,
  deadlineMs: WAIT_S_MAX * 1_000 + 10_000,
});
