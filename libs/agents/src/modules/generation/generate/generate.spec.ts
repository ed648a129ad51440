import { GenerateConfig } from '@lectern/contracts/agents';
import { testRun, textOf } from '../../../engine/module-run.fixture';
import { contextOfTexts } from '../../context.fixture';
import { generate } from './generate';

const configOf = (members: Partial<GenerateConfig> = {}) =>
  Object.assign(new GenerateConfig(), { module: 'generate', ...members });

describe('generate', () => {
  it('answers its own prompt, with arguments and rules, and may use what the model knows', async () => {
    const { run, asked } = testRun({
      script: () => textOf('Steep rocks,\nwinter.'),
      facts: { arguments: { form: 'haiku' }, rules: ['No emojis.'] },
    });
    const config = configOf({ prompt: 'Write a {form} about {context} for: {question}' });
    const { answer } = await generate.run(config, [contextOfTexts(['The ibex climbs.'])], run);
    expect(answer).toBe('Steep rocks,\nwinter.');
    expect(asked).toMatchObject([
      {
        retrieval: false,
        query_context: { 'c/0': 'The ibex climbs.' },
        user_prompt: { prompt: 'Write a haiku about {context} for: {question}\n\nRules:\n- No emojis.' },
      },
    ]);
  });

  it('answers from the context with the built-in reader, and says why', async () => {
    const { run } = testRun();
    const contexts = [contextOfTexts(['The ibex climbs steep rocks in winter.'])];
    const { answer, reason } = await generate.run(configOf({ prompt: 'Write a poem.' }), contexts, run);
    expect(answer).toContain('steep rocks');
    expect(reason).toMatch(/follows no prompts/);
  });

  it('leaves the answer to the next module when the model has none', async () => {
    const { run } = testRun();
    expect((await generate.run(configOf(), [], run)).answer).toBeUndefined();
  });

  it('returns images that the model drew', async () => {
    const { run, asked } = testRun({
      script: () => [
        { type: 'image', content_type: 'image/png', b64encoded: 'aGk=' },
        { type: 'status', code: '0', details: null },
      ],
    });
    const { answer, images } = await generate.run(configOf({ generate_image: true }), [], run);
    expect(answer).toBe('The model drew 1 image.');
    expect(images).toEqual({ 'image-1': { b64encoded: 'aGk=', content_type: 'image/png' } });
    expect(asked).toMatchObject([{ image_generation: true }]);
  });
});
