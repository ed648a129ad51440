import { JsonWriter, textOf } from './json-writer.fixture';
import { labelledParagraphs, labelledText } from './label-agent';

const operation = {
  ident: 'topic',
  labels: ['sea', 'sky', 'land'].map((label) => ({ label, description: `About the ${label}`, examples: [] })),
  multiple: false,
};

describe('labels of a model', () => {
  it('are those that there are, and one unless several are wanted', async () => {
    const writer = new JsonWriter(() => ({ labels: ['moon', 'sky', 'sea', 7] }));
    const one = await labelledText(operation, textOf('Waves below clouds.'), writer.agent);
    expect(one.classifications).toEqual([{ labelset: 'topic', label: 'sky' }]);
    const all = await labelledText({ ...operation, multiple: true }, textOf('Waves below clouds.'), writer.agent);
    expect(all.classifications.map(({ label }) => label)).toEqual(['sea', 'sky']);
    expect(writer.prompts[0]).toMatch(/About the sea[^]*Waves below clouds\./);
  });

  it('of a long text are those that most of its parts have', async () => {
    const writer = new JsonWriter((prompt) => ({ labels: [prompt.includes('cloud') ? 'sky' : 'sea'] }), 200);
    const text = textOf('cloud '.repeat(40), 'wave '.repeat(100), 'cloud '.repeat(120));
    expect((await labelledText(operation, text, writer.agent)).classifications).toEqual([
      { labelset: 'topic', label: 'sky' },
    ]);
    expect(writer.prompts.length).toBeGreaterThan(2);
  });

  it('of paragraphs are by their numbers', async () => {
    const paragraphs = [
      { number: 1, labels: ['sea'] },
      { number: 0, labels: [] },
      { number: 9, labels: ['sky'] },
    ];
    const writer = new JsonWriter(() => ({ paragraphs }));
    const found = await labelledParagraphs(operation, textOf('Nothing.', 'Waves 🌊.'), writer.agent);
    expect(found.paragraphs).toEqual([{ key: '1', classifications: [{ labelset: 'topic', label: 'sea' }] }]);
    expect(writer.prompts[0]).toContain('[1] Waves 🌊.');
  });

  it('are not asked for when there are none', async () => {
    const writer = new JsonWriter(() => ({}));
    await labelledText({ ...operation, labels: [] }, textOf('Waves.'), writer.agent);
    expect(writer.prompts).toEqual([]);
  });
});
