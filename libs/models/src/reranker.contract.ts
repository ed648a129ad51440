import type { Reranker } from './reranker';

const candidates = [
  { text: 'Tides are studied at many harbours.', title: 'Harbours', score: 0.51 },
  { text: 'It is the moon that pulls the sea.', title: 'What pulls the sea', score: 0.5 },
  { text: 'Bread is baked from flour.', title: 'Bread', score: 0.1 },
];

/** The promises of every reranker. */
export function rerankerContract(create: () => Promise<Reranker>): void {
  describe('as a reranker', () => {
    let reranker: Reranker;
    beforeAll(async () => (reranker = await create()));
    afterAll(() => reranker.close());

    it('gives a score from 0 to 1 to each candidate, in their order', async () => {
      const scores = await reranker.rerank('What pulls the sea?', candidates);
      expect(scores).toHaveLength(3);
      for (const score of scores) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
    });

    it('puts what answers above what was only found a little better', async () => {
      const [harbours = 1, moon = 0, bread = 1] = await reranker.rerank('What pulls the sea?', candidates);
      expect(moon).toBeGreaterThan(harbours);
      expect(moon).toBeGreaterThan(bread);
    });

    it('gives nothing for nothing, and copes with an empty query and equal scores', async () => {
      await expect(reranker.rerank('moon', [])).resolves.toEqual([]);
      const scores = await reranker.rerank('', [
        { text: '', score: 0 },
        { text: 'a', score: 0 },
      ]);
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    });

    it('does not begin when the caller has already left', async () => {
      const reranking = reranker.rerank('moon', candidates, { signal: AbortSignal.abort() });
      await expect(reranking).rejects.toMatchObject({ code: 'cancelled' });
    });
  });
}
