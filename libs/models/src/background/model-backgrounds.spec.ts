import { LexicalEmbedder } from '../lexical/lexical-embedder';
import { backgroundOf, ModelBackgrounds } from './model-backgrounds';

/** A local model that counts its calls. */
class CountedEmbedder extends LexicalEmbedder {
  override readonly isLocal = true;
  calls = 0;

  override async embed(texts: readonly string[], purpose: 'query' | 'passage'): Promise<readonly Float32Array[]> {
    this.calls += 1;
    return super.embed(texts, purpose);
  }
}

describe('the background of a model', () => {
  it('is how alike it finds texts that have nothing to do with each other', async () => {
    const backgrounds = new ModelBackgrounds();
    const embedder = new CountedEmbedder();
    const [odd] = await embedder.embed(['xyzzyqq'], 'query');
    const [ordinary] = await embedder.embed(['the bakery opens at six and sells out of rye bread'], 'query');
    const of = (vector: Float32Array | undefined) => backgrounds.of(embedder, vector ?? new Float32Array());
    // Calls do not wait for the measurement.
    expect(of(odd)).toBeUndefined();
    await backgrounds.measure(embedder);
    const [far, near] = [of(odd), of(ordinary)];
    expect(far?.mean).toBeLessThan(near?.mean ?? 0);
    expect(near?.deviation).toBeGreaterThan(0);
    expect(embedder.calls).toBe(3);
  });

  it('is not measured of models elsewhere, which cost', async () => {
    const [backgrounds, elsewhere] = [new ModelBackgrounds(), new LexicalEmbedder()];
    await backgrounds.measure(elsewhere);
    expect(backgrounds.of(elsewhere, new Float32Array([1]))).toBeUndefined();
  });

  it('has a mean and a deviation, for two similarities at least', () => {
    expect(backgroundOf([0.2, 0.4, 0.6])).toEqual({ mean: expect.closeTo(0.4), deviation: expect.closeTo(0.2) });
    expect([backgroundOf([]), backgroundOf([0.4])]).toEqual([undefined, undefined]);
  });
});
