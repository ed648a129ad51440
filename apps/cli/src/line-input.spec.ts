import { PassThrough } from 'node:stream';
import { LineInput } from './line-input';

describe('lines of the user', () => {
  it('that come together are read one after the other, the last one without a line end', async () => {
    const input = new PassThrough();
    const lines = await LineInput.of(input);
    input.end('one\n\nthree');
    const read = [];
    for (let line = await lines.next(); line !== undefined; line = await lines.next()) read.push(line);
    expect(read).toEqual(['one', '', 'three']);
  });

  it('are waited for until the user presses Ctrl+C', async () => {
    const interruption = new AbortController();
    const lines = await LineInput.of(new PassThrough());
    const next = lines.next(interruption.signal);
    interruption.abort(new Error('Interrupted'));
    await expect(next).rejects.toThrow('Interrupted');
    await expect(lines.next(interruption.signal)).rejects.toThrow('Interrupted');
  });

  it('may come after a wait', async () => {
    const input = new PassThrough();
    const lines = await LineInput.of(input);
    const first = lines.next();
    input.write('late\n');
    expect(await first).toBe('late');
    const second = lines.next();
    input.write('later\n');
    expect(await second).toBe('later');
  });
});
