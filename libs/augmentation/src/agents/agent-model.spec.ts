import { AppError } from '@lectern/contracts/core';
import { Writer } from '../../../understanding/src/prediction/generator.fixture';
import { AgentModel, UnusableAnswer } from './agent-model';
import { textsIn } from './answer-parts';
import { JsonWriter } from './json-writer.fixture';

const read = (answer: Readonly<Record<string, unknown>>) => textsIn(answer, 'labels', 2);

describe('a model of agents', () => {
  it('is asked once more, with the reason, when its answer cannot be used', async () => {
    const writer = new JsonWriter((prompt) =>
      prompt.includes('could not be used') ? { labels: ['a'] } : { other: 1 },
    );
    const model = writer.agent;
    expect(await model.object('Choose', {}, read)).toEqual(['a']);
    expect(writer.prompts[1]).toContain('it has no list "labels"');
    expect([model.inputTokens, model.outputTokens]).toEqual([20, 4]);
  });

  it('is not asked a third time', async () => {
    const writer = new JsonWriter(() => 'no object');
    await expect(writer.agent.object('Choose', {}, read)).rejects.toThrow(UnusableAnswer);
    expect(writer.prompts.length).toBe(2);
  });

  it('fails as its provider does', async () => {
    const failing = new Writer(() => '', 1_000, { type: 'status', code: '-1', details: 'It broke' });
    const model = new AgentModel(failing.named, new AbortController().signal);
    await expect(model.text('Write')).rejects.toThrow(new AppError('provider_failed', 'It broke'));
  });

  it('is asked a bounded number of times', async () => {
    const model = new JsonWriter(() => 'yes').agent;
    for (let call = 0; call < 100; call += 1) await model.text('?');
    await expect(model.text('?')).rejects.toThrow('the text is too long for this model');
  });
});
