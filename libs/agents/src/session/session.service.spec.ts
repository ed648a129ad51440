import { InProcessBus } from '@lectern/bus';
import type { SessionPayload } from '@lectern/contracts/agents';
import { AppError, type Principal, systemPrincipal } from '@lectern/contracts/core';
import {
  appendMessages,
  createResource,
  deleteResource,
  describeAgent,
  getField,
  listResources,
  modifyResource,
  readResources,
} from '@lectern/contracts/knowledge-box';
import { AgentDirectory } from '../agent/agent-directory';
import { SessionMemory } from './session-memory';
import { AgentSessionService } from './session.service';

interface Asked {
  readonly name: string;
  readonly input: {
    readonly params?: Readonly<Record<string, unknown>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
  };
  readonly principal: Principal;
}

const ada: Principal = { ...systemPrincipal, kind: 'user', id: 'ada', account: 'account', label: 'ada@example.org' };
const payload: SessionPayload = { slug: 's', name: 'S', summary: 'About S', data: 'Be brief.', format: 'PLAIN' };
const key = { agent: 'agent', rid: 'rid' };

describe('sessions of agents', () => {
  const asked: Asked[] = [];
  /** Answers by operation; others are refused. */
  const answers = new Map<string, unknown>();
  let sessions: AgentSessionService;
  let memory: SessionMemory;
  const { signal } = new AbortController();

  beforeEach(() => {
    asked.length = 0;
    answers.clear();
    answers.set(describeAgent.name, { id: 'agent', account: 'account', hasMemory: true });
    answers.set(readResources.name, { resources: { s: { id: 'rid' }, rid: { id: 'rid' } } });
    answers.set(createResource.name, { uuid: 'rid', elapsed: 0.1, seqid: 7 });
    answers.set(modifyResource.name, {});
    answers.set(deleteResource.name, null);
    answers.set(appendMessages.name, {});
    const answerOf = (
      { name }: Pick<Asked, 'name'>,
      input: Asked['input'],
      { principal }: Pick<Asked, 'principal'>,
    ) => {
      asked.push({ name, input, principal });
      const answer = answers.get(name);
      if (answer instanceof Error) throw answer;
      if (answer === undefined) throw new Error(`The spec does not answer ${name}`);
      return answer;
    };
    const bus = Object.assign(new InProcessBus(), {
      request: async (...call: Parameters<typeof answerOf>) => answerOf(...call),
      stream: async function* (...call: Parameters<typeof answerOf>) {
        yield { path: [], members: answerOf(...call) };
      },
    });
    memory = new SessionMemory(bus);
    sessions = new AgentSessionService(new AgentDirectory(bus), memory);
  });

  const callsOf = (name: string) => asked.filter((one) => one.name === name);
  const drained = async (pieces: AsyncIterable<unknown>) => {
    for await (const _ of pieces);
  };

  it('are resources of the memory, written by the agent in the name of who asked', async () => {
    expect(await sessions.create('agent', payload, ada)).toEqual({ uuid: 'rid', elapsed: 0.1, seqid: 7 });
    expect(callsOf(createResource.name)).toMatchObject([
      {
        input: {
          params: { kbid: 'agent' },
          body: {
            slug: 's',
            title: 'S',
            summary: 'About S',
            texts: { info: { body: 'Be brief.', format: 'PLAIN' } },
            conversations: { qas: { messages: [] } },
          },
        },
        principal: { kb: 'agent', account: 'account' },
      },
    ]);
  });

  it('without data have no text field', async () => {
    await sessions.create('agent', { ...payload, data: '' }, ada);
    expect(callsOf(createResource.name)).toMatchObject([{ input: { body: { texts: {} } } }]);
  });

  it('that cannot be created are refused with one text, whatever the reason', async () => {
    const refused = { code: 'invalid_request', message: 'Failed to create session' };
    await expect(sessions.create('agent', { ...payload, slug: 'ephemeral' }, ada)).rejects.toMatchObject(refused);
    expect(callsOf(createResource.name)).toEqual([]);
    answers.set(createResource.name, new AppError('conflict', 'Resource slug s already exists'));
    await expect(sessions.create('agent', payload, ada)).rejects.toMatchObject(refused);
  });

  it('that could not be created for want of room say so', async () => {
    answers.set(createResource.name, new AppError('storage_full', 'The disk is full'));
    await expect(sessions.create('agent', payload, ada)).rejects.toMatchObject({ code: 'storage_full' });
  });

  it('are changed without their slug', async () => {
    await sessions.change('agent', 's', { payload: { ...payload, slug: 'other' }, principal: ada });
    const [{ input } = { input: {} }] = callsOf(modifyResource.name);
    expect(input).toMatchObject({ params: { kbid: 'agent', rid: 'rid' }, body: { title: 'S', summary: 'About S' } });
    expect(JSON.stringify(input)).not.toContain('other');
  });

  it('are listed 20 at a time from the first page, or as the query says, by either name', async () => {
    answers.set(listResources.name, { resources: [], pagination: { page: 0, size: 20, last: true } });
    for (const query of [{ page: 0 }, { page: 1, page_size: 5 }, { page: 2, size: 7, page_size: 5 }])
      await drained(sessions.list('agent', query, signal));
    expect(callsOf(listResources.name).map(({ input }) => input.query)).toEqual([
      { page: 0, size: 20 },
      { page: 1, size: 5 },
      { page: 2, size: 7 },
    ]);
  });

  it('of an agent without memory are refused, all of them', async () => {
    answers.set(describeAgent.name, { id: 'agent', account: 'account', hasMemory: false });
    const refused = {
      code: 'bad_request',
      status: 400,
      message: expect.stringContaining('with a memory knowledge box'),
    };
    for (const attempt of [
      () => sessions.create('agent', payload, ada),
      () => drained(sessions.list('agent', { page: 0 }, signal)),
      () => drained(sessions.get('agent', 's', signal)),
      () => sessions.change('agent', 's', { payload, principal: ada }),
      () => sessions.delete('agent', 's', ada),
    ])
      await expect(attempt()).rejects.toMatchObject(refused);
    expect(asked.map(({ name }) => name)).toEqual([describeAgent.name]);
  });

  it('that there are not are not found, by every operation', async () => {
    const unknown = { code: 'not_found', message: 'Session not found' };
    for (const attempt of [
      () => drained(sessions.get('agent', 'x', signal)),
      () => sessions.change('agent', 'x', { payload, principal: ada }),
      () => sessions.delete('agent', 'x', ada),
    ])
      await expect(attempt()).rejects.toMatchObject(unknown);
  });

  it('remember turns that have an answer, oldest first, and no other messages', async () => {
    const message = (ident: string, text: string) => ({ ident, content: { text } });
    answers.set(getField.name, {
      value: {
        messages: [
          message('q-1', 'One?'),
          message('a-1', 'One.'),
          message('q-2', 'Two?'),
          message('note', 'Nothing'),
          message('q-3', 'Three?'),
          message('a-3', 'Three.'),
        ],
      },
    });
    expect(await memory.history(key)).toEqual([
      { question: 'One?', answer: 'One.' },
      { question: 'Three?', answer: 'Three.' },
    ]);
  });

  it('whose fields are not there yet have neither history nor data', async () => {
    answers.set(getField.name, new AppError('not_found', 'Field not found'));
    expect([await memory.history(key), await memory.data(key)]).toEqual([[], undefined]);
    answers.set(getField.name, new AppError('unavailable', 'No memory'));
    await expect(memory.history(key)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('get a question and its answer as two messages that are the same when they are sent again', async () => {
    const turn = { id: 'x', question: 'Where?', answer: 'There.' };
    await memory.append(key, turn, ada);
    expect(callsOf(appendMessages.name)).toMatchObject([
      {
        input: {
          params: { kbid: 'agent', rid: 'rid', field_id: 'qas' },
          body: [
            { who: 'user', to: ['agent'], ident: 'q-x', type: 'QUESTION', content: { text: 'Where?' } },
            { who: 'agent', to: ['user'], ident: 'a-x', type: 'ANSWER', content: { text: 'There.' } },
          ],
        },
      },
    ]);
    answers.set(appendMessages.name, new AppError('not_found', 'Resource not found'));
    await expect(memory.append(key, turn, ada)).rejects.toMatchObject({ message: 'The session was deleted' });
  });
});
