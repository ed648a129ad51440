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

  it('are asked for in the words of the task, with a summary before the text, and answered apart', async () => {
    const own = {
      max_questions: 5,
      summary_prompt: 'Sum up: {context}',
      question_generator_prompt: 'Quiz on $& {context}!',
      generate_answers_prompt: 'Be brief.',
    };
    const writer = new JsonWriter((prompt) => {
      if (prompt.startsWith('Sum up')) return 'About Ada';
      const said = { reason: 'It says so', paragraphs: [0] };
      const questions = ['Who?', 'What?'].map((question) => ({ question, answer: 'long', ...said }));
      return prompt.startsWith('Quiz') ? { questions } : { answers: [{ number: 1, answer: 'A programme', ...said }] };
    });
    const { questions } = await questionsOf(own, textOf('Ada wrote it.'), writer.agent);
    expect(questions).toEqual([{ question: 'What?', answer: 'A programme', reason: 'It says so', paragraphs: ['0'] }]);
    expect(writer.prompts).toEqual([
      expect.stringMatching(/^Sum up: <text>\nAda wrote it\.\n<\/text>$/),
      expect.stringMatching(/^Quiz on \$& Summary of the whole text: About Ada\n\n<text>[^]*<\/text>!$/),
      expect.stringMatching(/^Be brief\.\n\n<text>[^]*0\. Who\?\n1\. What\?$/),
    ]);
  });
});
