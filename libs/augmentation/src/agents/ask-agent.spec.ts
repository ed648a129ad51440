import { askedText } from './ask-agent';
import { UnusableAnswer } from './agent-model';
import { JsonWriter, textOf } from './json-writer.fixture';

const operation = { question: 'Who?', destination: 'who', json: false };

describe('a question of an agent', () => {
  it('is asked of the text, in the words of the task if it has some', async () => {
    const writer = new JsonWriter(() => ' Ada. ');
    expect((await askedText(operation, textOf('Ada wrote.'), writer.agent)).texts).toEqual([
      { destination: 'who', body: 'Ada.', format: 'MARKDOWN' },
    ]);
    const own = { ...operation, user_prompt: 'Tell me {question} From {context}' };
    await askedText(own, textOf('Ada wrote $& {question}.'), writer.agent);
    expect(writer.prompts[1]).toBe('Tell me Who? From Ada wrote $& {question}.');
  });

  it('of a long text is asked of what its parts say about it', async () => {
    const writer = new JsonWriter((prompt) => {
      if (!prompt.includes('a part of a longer text')) return 'Ada.';
      return prompt.includes('Ada') ? 'Ada is the author' : 'NOTHING';
    }, 300);
    const text = textOf('Ada wrote.', 'sea '.repeat(200), 'sky '.repeat(200));
    expect((await askedText(operation, text, writer.agent)).texts[0]?.body).toBe('Ada.');
    expect(writer.prompts.at(-1)).toMatch(/<text>\nAda is the author\n<\/text>/);
  });

  it('for an object is answered with all that the schema requires', async () => {
    const schema = JSON.stringify({ type: 'object', properties: { name: {} }, required: ['name'] });
    const asked = { ...operation, question: schema, json: true };
    const good = new JsonWriter(() => ({ name: 'Ada' }));
    expect((await askedText(asked, textOf('Ada wrote.'), good.agent)).texts).toEqual([
      { destination: 'who', body: '{"name":"Ada"}', format: 'JSON' },
    ]);
    const bad = new JsonWriter(() => ({}));
    await expect(askedText(asked, textOf('Ada wrote.'), bad.agent)).rejects.toThrow(
      new UnusableAnswer('it lacks name'),
    );
  });

  it('without an answer makes no field', async () => {
    expect((await askedText(operation, textOf('Ada.'), new JsonWriter(() => ' ').agent)).texts).toEqual([]);
  });
});
