import fc from 'fast-check';
import { AppError } from '@lectern/contracts/core';
import { Writer } from './generator.fixture';
import { summedCharsMax, SummaryCalls, summaryParts, writtenSummary } from './written-summary';

const { signal } = new AbortController();
const request = (members: object = {}) => ({ kind: 'simple' as const, calls: new SummaryCalls(), signal, ...members });

describe('the parts of a text', () => {
  const texts = fc
    .array(fc.constantFrom('tide', ' ', '\n\n', 'x'.repeat(30)), { maxLength: 40 })
    .map((all) => all.join(''));

  it('are the whole text, none longer than one call reads, and as few as that takes', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 10, max: 60 }), (text, max) => {
        const parts = summaryParts(text, max);
        expect(parts.join('')).toBe(text);
        expect(parts.every((part) => part.length <= max)).toBe(true);
        expect(parts.length).toBeLessThanOrEqual(Math.ceil(text.length / (max / 2)) + 1);
      }),
      { seed: 15 },
    );
  });

  it('end between paragraphs, else between words, else anywhere', () => {
    expect(summaryParts('One two.\n\nThree four.', 14)).toEqual(['One two.', '\n\nThree four.']);
    expect(summaryParts('One two three', 9)).toEqual(['One two', ' three']);
    expect(summaryParts('x'.repeat(25), 10)).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)]);
  });
});

describe('a summary that a model writes', () => {
  it('of a text that fits takes one call', async () => {
    const writer = new Writer(() => ' Short. ');
    expect(await writtenSummary('Tides rise.', writer.named, request())).toEqual({
      summary: 'Short.',
      input: 10,
      output: 2,
    });
    expect(writer.prompts).toHaveLength(1);
  });

  it('of a longer one is that of the summaries of its parts, with what all of them used', async () => {
    const writer = new Writer((prompt) => (prompt.includes('First') ? 'Second level' : 'First level'), 100);
    const { summary, input } = await writtenSummary('tide '.repeat(100), writer.named, request());
    expect(summary).toBe('Second level');
    expect(input).toBe(10 * writer.prompts.length);
    expect(writer.prompts.at(-1)).toContain('First level\n\nFirst level');
  });

  it('of a text that is too long for the model is refused, and its calls are bounded', async () => {
    const writer = new Writer(() => 'x', 10);
    await expect(writtenSummary('tide '.repeat(2_000), writer.named, request())).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The texts are too long for this model: send fewer, or name another one',
    });
    expect(writer.prompts.length).toBeLessThanOrEqual(200);
  });

  it('of a text that may be cut is never refused', async () => {
    const writer = new Writer(() => 'x', 10);
    const { summary } = await writtenSummary('tide '.repeat(2_000), writer.named, request({ cuts: true }));
    expect(summary).toBe('x');
    expect(writer.prompts.length).toBeLessThanOrEqual(151);
  });

  it('by a model that writes more than it reads comes to an end', async () => {
    const writer = new Writer((prompt) => prompt, 40);
    const { summary } = await writtenSummary('tide '.repeat(30), writer.named, request({ cuts: true }));
    expect(summary.length).toBeGreaterThan(0);
    expect(writer.prompts.length).toBeLessThanOrEqual(151);
  });

  it('fails when the model fails', async () => {
    const failing = new Writer(() => 'x', 1_000, { type: 'status', code: '-1', details: 'It broke' });
    await expect(writtenSummary('Tides.', failing.named, request())).rejects.toThrow(
      new AppError('provider_failed', 'It broke'),
    );
  });

  it('is asked for by the kind of summary that is wanted', async () => {
    const writer = new Writer(() => 'x');
    await writtenSummary('Tides.', writer.named, request());
    await writtenSummary('Tides.', writer.named, request({ kind: 'extended' }));
    expect(writer.prompts).toEqual([
      'Sum up this text in at most five sentences:\n\nTides.',
      'Sum up this text in several paragraphs that keep all of its main points:\n\nTides.',
    ]);
  });

  it('of one of many texts reads less of each, but something', () => {
    const { named } = new Writer(() => '', 1_000);
    const [one, ten, many] = [1, 10, 10_000].map((count) => summedCharsMax(named, count));
    expect([one, ten]).toEqual([(many ?? 0) * 100, (many ?? 0) * 10]);
    expect(many).toBeGreaterThan(0);
    expect(summedCharsMax(named, 0)).toBe(one);
  });
});
