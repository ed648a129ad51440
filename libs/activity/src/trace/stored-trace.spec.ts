import { randomBytes } from 'node:crypto';
import type { AskTrace } from './ask-trace';
import { readTrace, storedTrace, TRACE_BYTES_MAX } from './stored-trace';

const trace = (request: AskTrace['request']): AskTrace => ({
  version: 1,
  asker: { kind: 'user', roles: [] },
  request,
  history: [],
  retrievals: [],
  context: [],
});
const noise = () => randomBytes(TRACE_BYTES_MAX).toString('base64');

describe('a stored trace', () => {
  it('is read as it was written', async () => {
    const written = trace({ query: 'moon', extra_context: ['a text'] });
    expect(await readTrace((await storedTrace(written)) ?? Buffer.of())).toEqual(written);
  });

  it('lacks the large members of a request that has too many bytes', async () => {
    const stored = await storedTrace(trace({ query: 'moon', extra_context: [noise()], chat_history: [] }));
    expect(stored?.length).toBeLessThan(TRACE_BYTES_MAX);
    expect(await readTrace(stored ?? Buffer.of())).toEqual({ ...trace({ query: 'moon' }), isReduced: true });
  });

  it('is none when it still has too many', async () => {
    expect(await storedTrace(trace({ query: noise() }))).toBeUndefined();
  });

  it('of another version is not read', async () => {
    const stored = await storedTrace({ ...trace({}), version: 0 });
    expect(await readTrace(stored ?? Buffer.of())).toBeUndefined();
  });
});
