import { Embedder, type EmbedderDescription } from '@lectern/models';
import { textOf } from './json-writer.fixture';
import { similarLabels } from './similar-labels';

/** Distinguishes two meanings: the sea and the sky. */
class TwoMeanings extends Embedder {
  readonly description: EmbedderDescription = {
    id: 'two',
    languages: ['*'],
    dimensions: 2,
    defaultMinScore: 0.6,
    fusionWeight: 0.5,
    fusionWeightElsewhere: 0.5,
  };

  async embed(texts: readonly string[]) {
    return texts.map((text) => {
      const [sea, sky] = [text.split('sea').length - 1, text.split('sky').length - 1];
      const length = Math.hypot(sea, sky) || 1;
      return Float32Array.from([sea / length, sky / length]);
    });
  }

  async close() {}
}

const operation = {
  ident: 'topic',
  labels: [
    { label: 'water', description: 'the sea', examples: [] },
    { label: 'air', examples: ['the sky'] },
  ],
  multiple: false,
};

describe('labels by similarity', () => {
  const by = { embedder: new TwoMeanings(), signal: new AbortController().signal };

  it('are those whose description or example is close enough, the closest one unless several are wanted', async () => {
    const labelsOf = async (text: string, multiple = false) => {
      const found = await similarLabels({ ...operation, multiple }, textOf(text), { ...by, on: 'text' });
      return found.classifications.map(({ label }) => label);
    };
    expect(await labelsOf('sea sea sky')).toEqual(['water']);
    expect(await labelsOf('sea sky', true)).toEqual(['water', 'air']);
    expect(await labelsOf('sea sea sky', true)).toEqual(['water']);
    expect(await labelsOf('land')).toEqual([]);
  });

  it('are given to each paragraph', async () => {
    const found = await similarLabels(operation, textOf('the land', 'a sky'), { ...by, on: 'paragraphs' });
    expect(found.paragraphs).toEqual([{ key: '1', classifications: [{ labelset: 'topic', label: 'air' }] }]);
  });
});
