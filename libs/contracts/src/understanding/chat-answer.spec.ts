import { AppError } from '../core/errors';
import { chatLine, chatText, failedLine, wantsChatText } from './chat-answer';

const origin = { learningId: 'a', model: 'm', traceId: 't' };
const input = (accept: string | undefined, body: object = {}) => ({ params: {}, query: {}, headers: { accept }, body });

describe('an answer of a chat', () => {
  it.each([
    ['application/x-ndjson', {}, false],
    ['text/plain, Application/X-NDJSON;q=0.9', {}, false],
    ['*/*', {}, true],
    [undefined, {}, true],
    ['*/*', { json_schema: { a: 1 } }, false],
    ['*/*', { json_schema: null }, true],
    ['*/*', { image_generation: true }, false],
  ])('for a caller who accepts %s and sends %j is text: %s', (accept, body, expected) => {
    expect(wantsChatText(input(accept, body))).toBe(expected);
  });

  it('is a line for each chunk, and headers for where it comes from', () => {
    expect(chatLine({ origin })).toEqual({ headers: expect.objectContaining({ 'svc-learning-id': 'a' }) });
    expect(chatLine({ chunk: { type: 'text', text: 'a' } })).toEqual({ body: { chunk: { type: 'text', text: 'a' } } });
    expect(failedLine(new AppError('unavailable', 'gone'))).toEqual({
      chunk: { type: 'status', code: '-1', details: 'gone' },
    });
  });

  it('as text has nothing but the pieces of the answer and the code of its status', () => {
    expect(chatText({ chunk: { type: 'text', text: 'a' } }).body).toBe('a');
    expect(chatText({ chunk: { type: 'reasoning', text: 'a' } }).body).toBeUndefined();
    expect(chatText({ chunk: { type: 'status', code: '-2', details: null } }).body).toBe('-2');
  });
});
