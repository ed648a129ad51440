import { JsonWriter, textOf } from './json-writer.fixture';
import { questionsOf } from './question-agent';

describe('questions about a text', () => {
  it('have an answer, a reason and the paragraphs that they come from, and are not more than wanted', async () => {
    const whole = { question: 'Who?', answer: 'Ada', reason: 'It says so', paragraphs: [1, 1, 8, 'x'] };
    const writer = new JsonWriter(() => ({ questions: [{ ...whole, reason: '' }, whole, whole, whole] }));
    const found = await questionsOf({ max_questions: 2 }, textOf('One.', 'Ada.'), writer.agent);
    expect(found.questions).toEqual([{ question: 'Who?', answer: 'Ada', reason: 'It says so', paragraphs: ['1'] }]);
    const more = await questionsOf({ max_questions: 3 }, textOf('One.', 'Ada.'), writer.agent);
    expect(more.questions.length).toBe(2);
  });
});
