import type { Embedder } from './embedder';

const moon = 'The moon pulls the water of the sea, and tides rise and fall twice a day.';
const bread = 'Bread is baked from flour, water and salt in a hot oven.';

/** The promises of every embedder, whatever its model. */
export function embedderContract(create: () => Promise<Embedder>): void {
  describe('as an embedder', () => {
    let embedder: Embedder;
    beforeAll(async () => (embedder = await create()));
    afterAll(() => embedder.close());

    it('gives one unit vector of the described size per text, in order', async () => {
      const texts = [bread, moon, '', '月亮牵引着海水', moon.repeat(200)];
      const vectors = await embedder.embed(texts, 'passage');
      expect(vectors.map(({ length }) => length)).toEqual(texts.map(() => embedder.description.dimensions));
      for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 4);
      const [alone] = await embedder.embed([moon], 'passage');
      expect(cosine(vectors[1], alone)).toBeGreaterThan(0.98);
      expect(cosine(vectors[0], alone)).toBeLessThan(0.9);
    });

    it('puts a question nearer to the text that answers it', async () => {
      const [question] = await embedder.embed(['What does the moon do to the sea?'], 'query');
      const [answering, other] = await embedder.embed([moon, bread], 'passage');
      expect(cosine(question, answering)).toBeGreaterThan(cosine(question, other) + 0.1);
    });

    it('gives the same vector for the same text again', async () => {
      const [first] = await embedder.embed([moon], 'query');
      const [second] = await embedder.embed([moon], 'query');
      expect(cosine(first, second)).toBeCloseTo(1, 5);
    });

    it('gives nothing for nothing, and refuses more than it can hold', async () => {
      await expect(embedder.embed([], 'passage')).resolves.toEqual([]);
      await expect(embedder.embed(Array<string>(10_001).fill('a'), 'passage')).rejects.toMatchObject({
        code: 'invalid_request',
      });
    });

    it('does not begin when the caller has already left', async () => {
      await expect(embedder.embed([moon], 'passage', { signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: 'cancelled',
      });
      await expect(embedder.embed(['unseen'], 'query', { signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: 'cancelled',
      });
    });

    it('describes how far it is to be trusted', () => {
      const { defaultMinScore, fusionWeight, fusionWeightElsewhere, languages } = embedder.description;
      for (const share of [defaultMinScore, fusionWeight, fusionWeightElsewhere]) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
      expect(languages.length).toBeGreaterThan(0);
    });
  });
}

export function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return Number.NaN;
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
