import { likelyTokens } from './likely-tokens';

const chunkOf = (content: unknown) => ({ choices: [{ index: 0, delta: {}, logprobs: { content } }] });

describe('Probabilities in a chunk', () => {
  it('are read with the likeliest tokens of each place', () => {
    const top_logprobs = [{ token: 'Moon', logprob: -2 }];
    expect(likelyTokens(chunkOf([{ token: 'The', logprob: -0.1, bytes: [84], top_logprobs }]))).toEqual([
      { token: 'The', logprob: -0.1, bytes: [84], likeliest: [{ token: 'Moon', logprob: -2, bytes: null }] },
    ]);
  });

  it.each([undefined, 7, 'text', {}, { choices: 7 }, { choices: [null] }, chunkOf(null), chunkOf([null, 1, {}])])(
    'are none in %j',
    (chunk) => {
      expect(likelyTokens(chunk)).toEqual([]);
    },
  );

  it('are bounded', () => {
    const token = { token: 'a', logprob: 0 };
    const many = Array.from({ length: 2_000 }, () => ({ ...token, top_logprobs: Array(50).fill(token) }));
    const read = likelyTokens(chunkOf(many));
    expect([read.length, read[0]?.likeliest.length]).toEqual([1_000, 20]);
  });
});
