import type { ServerResponse } from 'node:http';
import { ANSWERED, type Asked } from '../../console-server.fixture';

export const KEY = 'r1/t/note/0-21';

/** What a search found. */
export const retrieval = (more: object = {}) => ({
  type: 'retrieval',
  results: {
    resources: {
      r1: {
        id: 'r1',
        title: 'Tide tables',
        fields: { '/t/note': { paragraphs: { [KEY]: { id: KEY, text: 'The moon pulls the sea.', order: 0 } } } },
      },
    },
    ...more,
  },
});
export const nothing = { type: 'retrieval', results: { resources: {} } };
export const text = (words: string) => ({ type: 'answer', text: words });
export const source = { key: KEY, resource: 'r1', field: '/t/note', field_start: 0, field_end: 21 };
export const cited = {
  type: 'citations',
  citations: {},
  sentences: [{ start: 0, end: 9, status: 'supported', sources: [source] }],
};
export const status = (name: string, details?: string) => ({ type: 'status', status: name, details, code: '0' });
/** A cited answer. */
export const whole = [retrieval(), text('The moon.'), cited, status('success')];

/** Items of an answer, which ends after them. */
export const lines =
  (items: readonly object[], headers: Record<string, string> = { 'svc-learning-id': 'learning-1' }) =>
  (_: Asked, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson', ...headers });
    response.end(items.map((item) => `${JSON.stringify({ item })}\n`).join(''));
    return ANSWERED;
  };
