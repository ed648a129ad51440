import { RephraseConfig } from '@lectern/contracts/agents';
import { objectOf, testRun } from '../../../engine/module-run.fixture';
import { rephrase } from './rephrase';

const question = (text: string) => ({ id: 'q', text });
const configOf = (members: Partial<RephraseConfig>) =>
  Object.assign(new RephraseConfig(), { module: 'rephrase', ...members });

const unasked = (): never => {
  throw new Error('Nothing is asked');
};
const silent = { ask: unasked, find: unasked, catalog: unasked, labelsets: unasked };

describe('rephrase', () => {
  describe('without a language model', () => {
    const { run } = testRun();

    it('splits a question that asks several things, and adds synonyms to the part that has the word', async () => {
      const config = configOf({ split_question: true, provided_synonyms: { mill: ['watermill'] } });
      const { questions } = await rephrase.run(config, question('When was the mill built, and who paid for it?'), run);
      expect(questions).toEqual(['When was the mill built (watermill)', 'who paid for it?']);
    });

    it.each([
      ['synonyms are not wanted', { synonyms: false }],
      ['the question may not become longer', { extend: false }],
    ])('adds none when %s', async (_, members) => {
      const config = configOf({ provided_synonyms: { mill: ['watermill'] }, ...members });
      expect((await rephrase.run(config, question('Who built the mill?'), run)).questions).toEqual([
        'Who built the mill?',
      ]);
    });

    it('adds the custom synonyms of the knowledge box that it names', async () => {
      const synonyms = async () => ({ mill: ['watermill'] });
      const source = { ...silent, identifier: 'kb', description: '', synonyms };
      const { run: withBox } = testRun({ sources: [source] });
      const { questions } = await rephrase.run(configOf({ kb: 'kb' }), question('Who built the mill?'), withBox);
      expect(questions).toEqual(['Who built the mill? (watermill)']);
    });
  });

  describe('with a language model', () => {
    it('gets the questions that it writes, at most five', async () => {
      const written = [
        'When was the mill built?',
        ' ',
        ...Array.from({ length: 7 }, (_, place) => `Question ${place}?`),
      ];
      const { run, asked } = testRun({
        script: () => objectOf({ questions: written }),
        facts: { rules: ['Use British spelling.'], history: [{ question: 'What is that?', answer: 'A mill.' }] },
      });
      const config = configOf({ split_question: true, history: true, provided_synonyms: { mill: ['watermill'] } });
      const { questions } = await rephrase.run(config, question('When was the mill built and by whom?'), run);
      expect(questions).toEqual([
        'When was the mill built?',
        'Question 0?',
        'Question 1?',
        'Question 2?',
        'Question 3?',
      ]);
      expect(asked).toMatchObject([
        {
          question: 'When was the mill built and by whom?',
          system: expect.stringMatching(/watermill[\s\S]*British spelling/),
          chat_history: [
            { author: 'USER', text: 'What is that?' },
            { author: 'SVC', text: 'A mill.' },
          ],
        },
      ]);
    });

    it('gives it the data of the session as material, outside of the system prompt', async () => {
      const { run, asked } = testRun({ script: () => objectOf({ questions: ['Who built the mill of Zug?'] }) });
      const withData = { ...run, sessionData: async () => 'The mill of Zug' };
      const { questions } = await rephrase.run(configOf({ session_info: true }), question('Who built it?'), withData);
      expect(questions).toEqual(['Who built the mill of Zug?']);
      expect(asked).toMatchObject([{ query_context: { session: 'The mill of Zug' } }]);
      expect(asked[0]?.system).not.toContain('Zug');
    });

    it('keeps the question when the model writes none', async () => {
      const { run } = testRun({ script: () => objectOf({ questions: [3, ''] }) });
      const { questions } = await rephrase.run(configOf({ split_question: true }), question('Who built it?'), run);
      expect(questions).toEqual(['Who built it?']);
    });
  });
});
