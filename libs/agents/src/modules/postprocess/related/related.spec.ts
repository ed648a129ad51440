import { RelatedConfig } from '@lectern/contracts/agents';
import { objectOf, testRun } from '../../../engine/module-run.fixture';
import { contextOfTexts } from '../../context.fixture';
import { related } from './related';

const configOf = (members: Partial<RelatedConfig> = {}) =>
  Object.assign(new RelatedConfig(), { module: 'related', ...members });
const outcome = {
  answer: 'On rocks.',
  contexts: [
    contextOfTexts([
      'Ada Lovelace watched the ibex in Switzerland.',
      'Charles Babbage met Ada Lovelace in London.',
      'Ada Lovelace wrote about it.',
    ]),
  ],
  restarts: 0,
};

describe('related', () => {
  it('suggests what the model writes, as text and as data', async () => {
    const script = () => objectOf({ questions: ['How high?', '', 5, 'When?', 'Why?', 'Who?'] });
    const { run, asked } = testRun({ script, facts: { arguments: { topic: 'rocks' } } });
    const checked = await related.run(configOf({ prompt: 'About {topic}.' }), outcome, run);
    expect(checked).toEqual({
      value: 'How high?\nWhen?\nWhy?',
      text: 'How high?\nWhen?\nWhy?',
      metadata: { questions: ['How high?', 'When?', 'Why?'] },
    });
    expect(asked).toMatchObject([{ question: expect.stringContaining('About rocks.') }]);
    expect(asked[0]?.system).not.toContain('Ada');
  });

  it('suggests names of the contexts with the built-in reader, the most frequent first', async () => {
    const { run } = testRun();
    const { metadata } = await related.run(configOf(), outcome, run);
    expect(metadata).toEqual({
      questions: [
        'What do the sources say about Ada Lovelace?',
        'What do the sources say about Switzerland?',
        'What do the sources say about Charles Babbage?',
      ],
    });
  });

  it('says so when there are none', async () => {
    const { run } = testRun();
    const checked = await related.run(configOf(), { ...outcome, contexts: [] }, run);
    expect(checked).toEqual({ value: 'There are no related questions' });
  });
});
