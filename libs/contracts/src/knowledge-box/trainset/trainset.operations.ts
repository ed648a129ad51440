import { operation, streamOperation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../params';
import {
  TrainsetChunk,
  TrainsetPartitions,
  TrainsetPayload,
  TrainsetPrefixTarget,
  TrainsetTarget,
} from './trainset.dto';
import { readTrainsetMessage } from '../trainset-message';

const path = '/api/v1/kb/{kbid}/trainset';
const policy = { credentials: ['sa', 'user', 'pat'], role: 'READER', on: 'kb' } as const;

/** Each partition is read by a separate request. */
export const listTrainsetPartitions = operation({
  name: 'kb.trainset.list',
  feature: 'training',
  summary: 'List the partitions of training sets',
  http: { method: 'GET', path, host: 'zone', success: 200 },
  policy,
  params: KnowledgeBoxTarget,
  answer: TrainsetPartitions,
  deadlineMs: 10_000,
});

/** The same of partitions whose ids begin with the prefix; perhaps none. */
export const listTrainsetPartitionsByPrefix = operation({
  name: 'kb.trainset.list-by-prefix',
  feature: 'training',
  summary: 'List the partitions of training sets by a prefix',
  http: { method: 'GET', path: `${path}/{prefix}`, host: 'zone', success: 200 },
  policy,
  params: TrainsetPrefixTarget,
  answer: TrainsetPartitions,
  deadlineMs: 10_000,
});

/**
 * Streams texts with their labels, for training and evaluation. A body with another media type than `application/json`
 * is a `TrainSet` message of Protocol Buffers. The answer repeats a length (32 bits, big-endian) and a message of so
 * many bytes, whose repeated field 1 has at most `batch_size` items; no message is empty. Items come by resource, in
 * the order of ids, each field in reading order. A field that changes while it is read may be left out in part. Callers
 * get what they may read, hidden resources included.
 */
export const streamTrainset = streamOperation({
  name: 'kb.trainset.stream',
  feature: 'training',
  summary: 'Stream a training set',
  http: {
    method: 'POST',
    path: `${path}/{partition}`,
    host: 'zone',
    success: 200,
    reply: 'binary',
    contentType: 'application/octet-stream',
    member: 'bytes',
    decodeBody: readTrainsetMessage,
  },
  policy,
  params: TrainsetTarget,
  body: TrainsetPayload,
  answer: TrainsetChunk,
  fails: {
    not_found: 'The knowledge box or the partition does not exist.',
    invalid_request: 'The request is not valid, or the type needs labels in `filter`.',
    invalid_query: 'The filter expression names something that does not exist.',
  },
  deadlineMs: 60_000,
});
