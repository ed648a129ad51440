import { Writer } from './generator.fixture';
import { type AskedSummaries, summedResources } from './summaries';

const never = new AbortController().signal;
const payload = (texts: readonly string[], more: Partial<AskedSummaries> = {}): AskedSummaries => ({
  resources: Object.fromEntries(texts.map((text, at) => [`r${at}`, { fields: { 't/a': text, 't/b': ' ' } }])),
  summary_kind: 'simple',
  user_id: 'system',
  ...more,
});
const said = (prompt: string) => `<${prompt.replace(/^[^]*:\n\n/, '')}>`;

describe('summaries that a model writes', () => {
  it('are of each resource and then of all of them', async () => {
    const writer = new Writer(said);
    const { resources, summary, tokens } = await summedResources(payload(['One', 'Two', ' ']), writer.named, never);
    expect(resources).toEqual({
      r0: { summary: '<One>', tokens: 2, input_tokens: 10, output_tokens: 2 },
      r1: { summary: '<Two>', tokens: 2, input_tokens: 10, output_tokens: 2 },
      r2: { summary: '', tokens: 0, input_tokens: 0, output_tokens: 0 },
    });
    expect([summary, tokens]).toEqual(['<<One>\n\n<Two>>', { input: 30, output: 6 }]);
  });

  it('are the only summary of a single resource', async () => {
    const writer = new Writer(said);
    const { summary } = await summedResources(payload(['One', '']), writer.named, never);
    expect([summary, writer.prompts.length]).toEqual(['<One>', 1]);
  });

  it('follow the prompt of the request, whatever the text looks like', async () => {
    const writer = new Writer((prompt) => prompt);
    const { summary } = await summedResources(
      payload(["$& {text}'"], { user_prompt: 'Sum "{text}"' }),
      writer.named,
      never,
    );
    expect(summary).toBe(`Sum "$& {text}'"`);
  });

  it('are made of the summaries of the parts of a text that does not fit the model', async () => {
    const text = Array.from({ length: 40 }, (_, at) => `Paragraph ${at} says something.`).join('\n\n');
    const writer = new Writer((prompt) => `About ${prompt.length}.`, 200);
    const { resources, tokens } = await summedResources(payload([text]), writer.named, never);
    expect(writer.prompts.length).toBeGreaterThan(3);
    for (const prompt of writer.prompts) expect(prompt.length).toBeLessThan(500);
    for (let at = 0; at < 40; at += 1)
      expect(writer.prompts.filter((prompt) => prompt.includes(`Paragraph ${at} says something.`))).toHaveLength(1);
    expect(resources['r0']?.input_tokens).toBe(10 * writer.prompts.length);
    expect(tokens.input).toBe(10 * writer.prompts.length);
  });

  it('are refused for a text that is far too long for the model', async () => {
    const writer = new Writer(said, 10);
    await expect(summedResources(payload(['word '.repeat(2_000)]), writer.named, never)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(writer.prompts.length).toBeLessThanOrEqual(200);
  });

  it('are of as much of each text as one request has calls for, where texts may be cut', async () => {
    const writer = new Writer(said, 10);
    const texts = ['one '.repeat(2_000), 'two '.repeat(2_000)];
    const { summary } = await summedResources(payload(texts, { cutsTexts: true }), writer.named, never);
    expect(summary).not.toBe('');
    const read = (word: string) => writer.prompts.filter((prompt) => prompt.includes(word)).join(' ').length;
    expect([read('one') > 500, read('two') > 500]).toEqual([true, true]);
    expect(writer.prompts.length).toBeLessThanOrEqual(200);
  });

  it('fail with the model', async () => {
    const failing = new Writer(said, 1_000, { type: 'status', code: '-1', details: 'cut off' });
    await expect(summedResources(payload(['One']), failing.named, never)).rejects.toMatchObject({
      code: 'provider_failed',
      message: 'cut off',
    });
  });
});
