import type { Failures } from '../../core/failures';
import { operation } from '../../core/operation';
import { Download } from '../../knowledge-box/upload/upload.dto';
import { KnowledgeBoxModelFileTarget, ModelFileQuery, ModelFileTarget } from './model-file.dto';

/** The first request for a file copies it to the blob store. */
const DEADLINE_MS = 120_000;

const fails: Failures = {
  not_found: 'The knowledge box uses no local model of that id, or the model has no such file.',
  range_not_satisfiable: '`Range` cannot be read, names several ranges, or starts after the end of the file.',
};
const http = { method: 'GET', host: 'zone', success: 200, reply: 'binary', alsoAnswers: [206, 307] } as const;

/**
 * Returns a file of a local embedding model that the knowledge box uses: `tokenizer.json`, or the weights. Models of
 * servers have no files here. `Range` with one range of bytes is answered 206. Where the object store can be reached by
 * clients, 307 sends them there.
 */
export const downloadKnowledgeBoxModelFile = operation({
  name: 'understanding.model-file.download-for-box',
  summary: 'Download a file of a model of a knowledge box',
  http: { ...http, path: '/api/v1/kb/{kbid}/models/{model_id}/{filename*}' },
  policy: { credentials: ['sa', 'user', 'pat'], role: ['READER', 'MANAGER'], on: 'kb' },
  params: KnowledgeBoxModelFileTarget,
  answer: Download,
  fails,
  deadlineMs: DEADLINE_MS,
});

/** The same for a knowledge box that need not be here: its configuration says which models it uses. */
export const downloadModelFile = operation({
  name: 'understanding.model-file.download',
  summary: 'Download a file of a model',
  http: { ...http, path: '/api/v1/download/{kbid}/model/{model_id}/{filename*}' },
  policy: { credentials: ['nua'], role: 'any', on: 'nothing' },
  params: ModelFileTarget,
  query: ModelFileQuery,
  answer: Download,
  fails: { ...fails, forbidden: '`account_id` is not the account of the key.' },
  deadlineMs: DEADLINE_MS,
});
