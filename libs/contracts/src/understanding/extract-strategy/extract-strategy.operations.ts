import { failsWithoutRoom, type Failures } from '../../core/failures';
import { operation, type Policy } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { ConfigurationTarget } from '../configuration/configuration.dto';
import { StrategyAdded } from '../strategy-model/strategy-model.dto';
import {
  BoxExtractStrategyTarget,
  ExtractStrategies,
  ExtractStrategy,
  ExtractStrategyTarget,
} from './extract-strategy.dto';

/** Strategies are read and written without asking a model. */
const STRATEGY_DEADLINE_MS = 10_000;

const ofAccount: Policy = { credentials: ['nua'], role: 'any', on: 'nothing' };
const readsStrategies: Policy = { credentials: ['sa', 'user', 'pat'], role: ['READER', 'MANAGER'], on: 'kb' };
const writesStrategies: Policy = { credentials: ['sa', 'user', 'pat'], role: ['MANAGER', 'OWNER'], on: 'kb' };

const unknownBox: Failures = { not_found: 'The account has neither a knowledge box nor a configuration of that name.' };
const unknown: Failures = { not_found: 'There is no such strategy, or no such knowledge box.' };
const add: Failures = {
  ...failsWithoutRoom,
  invalid_request: 'The request is not valid, or names a model that the deployment does not have.',
  quota_exceeded: 'The knowledge box has 100 extract strategies.',
};

const list = { path: '/api/v1/extract_strategies/{kbid}', host: 'zone' } as const;
const item = { path: '/api/v1/extract_strategies/{kbid}/strategies/{strategy_id}', host: 'zone' } as const;
const ofBox = { path: '/api/v1/kb/{kbid}/extract_strategies', host: 'zone' } as const;
const itemOfBox = { path: '/api/v1/kb/{kbid}/extract_strategies/strategy/{strategy_id}', host: 'zone' } as const;
const added = {
  success: 200,
  member: 'id',
  // The body is the id, a text.
  read: (id: unknown) => ({ id: String(id) }),
} as const;

/** Of the knowledge box of that name of the account of the key, by id. The list is not paged. */
export const listExtractStrategies = operation({
  name: 'understanding.extract-strategy.list',
  summary: 'List extract strategies',
  http: { ...list, method: 'GET', success: 200 },
  policy: ofAccount,
  params: ConfigurationTarget,
  answer: ExtractStrategies,
  fails: unknownBox,
  deadlineMs: STRATEGY_DEADLINE_MS,
  doors: [
    {
      name: 'understanding.extract-strategy.list-for-box',
      summary: 'List extract strategies of a knowledge box',
      description: 'By id. The list is not paged.',
      http: ofBox,
      policy: readsStrategies,
      params: KnowledgeBoxTarget,
      fails: undefined,
    },
  ],
});

/**
 * How the text is taken out of fields. Answers the id of the strategy. The knowledge box is one of this zone, or one
 * that a learning configuration is stored for. A knowledge box has at most 100 of them; they cannot be changed.
 */
export const addExtractStrategy = operation({
  name: 'understanding.extract-strategy.add',
  summary: 'Add an extract strategy',
  http: { ...list, ...added, method: 'POST' },
  policy: ofAccount,
  params: ConfigurationTarget,
  body: ExtractStrategy,
  answer: StrategyAdded,
  fails: { ...add, ...unknownBox },
  deadlineMs: STRATEGY_DEADLINE_MS,
  doors: [
    {
      name: 'understanding.extract-strategy.add-for-box',
      summary: 'Add an extract strategy to a knowledge box',
      description:
        'How the text is taken out of fields. Answers the id of the strategy, which fields and uploads name as `extract_strategy`. A knowledge box has at most 100 of them; they cannot be changed.',
      http: ofBox,
      policy: writesStrategies,
      params: KnowledgeBoxTarget,
      fails: add,
    },
  ],
});

/** As it was added; keys are shown as `********`. */
export const getExtractStrategy = operation({
  name: 'understanding.extract-strategy.get',
  summary: 'Get an extract strategy',
  http: { ...item, method: 'GET', success: 200 },
  policy: ofAccount,
  params: ExtractStrategyTarget,
  answer: ExtractStrategy,
  fails: unknown,
  deadlineMs: STRATEGY_DEADLINE_MS,
  doors: [
    {
      name: 'understanding.extract-strategy.get-for-box',
      summary: 'Get an extract strategy of a knowledge box',
      description: 'As it was added; keys are shown as `********`.',
      http: itemOfBox,
      policy: readsStrategies,
      params: BoxExtractStrategyTarget,
    },
  ],
});

/**
 * Fields that were processed with it stay as they are. A field that still names it gets an error when it is processed
 * again.
 */
export const disableExtractStrategy = operation({
  name: 'understanding.extract-strategy.disable',
  summary: 'Delete an extract strategy',
  http: { ...item, method: 'DELETE', success: 204, reply: 'empty' },
  policy: ofAccount,
  params: ExtractStrategyTarget,
  fails: { ...failsWithoutRoom, ...unknown },
  deadlineMs: STRATEGY_DEADLINE_MS,
  doors: [
    {
      name: 'understanding.extract-strategy.disable-for-box',
      summary: 'Delete an extract strategy of a knowledge box',
      description:
        'Fields that were processed with it stay as they are. A field that still names it gets an error when it is processed again.',
      http: itemOfBox,
      policy: writesStrategies,
      params: BoxExtractStrategyTarget,
    },
  ],
});
