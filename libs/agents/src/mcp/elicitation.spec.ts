import type { FeedbackRequest } from '@lectern/contracts/agents';
import { answerOfForm, clientAnswers, elicitationOf } from './elicitation';

const circumstances = { owner: 'a', signal: new AbortController().signal };
const question = (more: Partial<FeedbackRequest>): FeedbackRequest => ({
  request_id: 'r',
  feedback_id: 'r',
  question: 'Which?',
  module: 'smart',
  agent_id: 'm',
  data: null,
  timeout_ms: 1,
  response_schema: null,
  get_credentials: null,
  credentials: null,
  ...more,
});
const answered = (asked: FeedbackRequest, content: object) =>
  answerOfForm(asked, JSON.stringify(content), circumstances);

describe('a question to the user over MCP', () => {
  it('is a form with one text, where the answer is a text', async () => {
    const text = question({});
    expect(await elicitationOf(text)).toMatchObject({
      mode: 'form',
      message: 'Which?',
      requestedSchema: { required: ['response'] },
    });
    expect(await answered(text, { response: 'This one' })).toBe('This one');
    await expect(answered(text, {})).rejects.toThrow("must have required property 'response'");
    await expect(answered(text, { response: 7 })).rejects.toThrow('must be string');
  });

  it('is the form of its schema, and the answer is JSON', async () => {
    const confirm = question({
      response_schema: { type: 'object', properties: { call_tool: { type: 'boolean' } }, required: ['call_tool'] },
    });
    const { requestedSchema } = await elicitationOf(confirm);
    expect(requestedSchema.properties).toEqual({ call_tool: { type: 'boolean' } });
    expect(await answered(confirm, { call_tool: false })).toBe('{"call_tool":false}');
    await expect(answered(confirm, { call_tool: 'yes' })).rejects.toThrow('must be boolean');
  });

  it('asks for JSON as a text, where its schema is none of a form', async () => {
    const schemas = [
      { type: 'object', properties: { where: { type: 'object', properties: { city: { type: 'string' } } } } },
      { type: 'array', items: { type: 'string' } },
      { type: 'object' },
    ];
    for (const response_schema of schemas) {
      const nested = question({ response_schema });
      const { message, requestedSchema } = await elicitationOf(nested);
      expect(message).toContain(JSON.stringify(response_schema));
      expect(Object.keys(requestedSchema.properties)).toEqual(['response']);
      expect(await answered(nested, { response: '{"where":{}}' })).toBe('{"where":{}}');
    }
  });

  it('offers the prompts that can be chosen, with their arguments', async () => {
    const data = [
      { name: 'a', title: 'A', arguments: [{ name: 'city' }] },
      { name: 'b', arguments: null },
    ];
    const choice = question({ data });
    expect((await elicitationOf(choice)).requestedSchema).toMatchObject({
      properties: {
        city: { type: 'string' },
        prompt_id: {
          oneOf: [
            { const: 'a', title: 'A' },
            { const: 'b', title: 'b' },
          ],
        },
      },
      required: ['prompt_id'],
    });
    expect(await answered(choice, { prompt_id: 'a', city: 'Bern' })).toBe('{"prompt_id":"a","data":{"city":"Bern"}}');
    await expect(answered(choice, { prompt_id: 'c' })).rejects.toThrow('Invalid answer');
  });
});

describe('answers of an MCP client', () => {
  const accepted = { id: 'r', result: { action: 'accept', content: { a: 1 } } };

  it('are told from requests and notifications', () => {
    for (const other of [{ id: 1, method: 'ping' }, { method: 'notifications/initialized' }, [], 7, null, {}])
      expect(clientAnswers(other)).toBeUndefined();
    expect(clientAnswers([accepted, accepted])).toHaveLength(2);
    expect(() => clientAnswers([accepted, { id: 1, method: 'ping' }])).toThrow('either answers or requests');
  });

  it('accept, or do not want to', () => {
    expect(clientAnswers(accepted)).toEqual([{ requestId: 'r', response: '{"a":1}' }]);
    const refusing = [{ result: { action: 'decline' } }, { result: { action: 'cancel' } }, { error: { code: -1 } }];
    for (const answer of refusing) expect(clientAnswers({ id: 'r', ...answer })).toEqual([{ requestId: 'r' }]);
  });

  it.each([
    ['numbers as ids', { id: 0, result: { action: 'decline' } }],
    ['long ids', { id: 'x'.repeat(201), result: { action: 'decline' } }],
    ['other actions', { id: 'r', result: { action: 'maybe' } }],
    ['no object', { id: 'r', result: 'accept' }],
    ['content that is no object', { id: 'r', result: { action: 'accept', content: 7 } }],
    ['long content', { id: 'r', result: { action: 'accept', content: { a: 'x'.repeat(1_000_000) } } }],
  ])('are refused with %s', (_, answer) => {
    expect(() => clientAnswers(answer)).toThrow('Invalid answer');
  });
});
