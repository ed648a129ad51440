import { wireOf } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf } from '../../validation/requests.fixture';
import { a2aAnswerOfAll, wantsA2aEvents } from '../a2a-messages';
import { A2aHeaders, A2aMessage } from './a2a.dto';
import { callA2aAgent, getA2aAgentCard } from './a2a.operations';

const all = [getA2aAgentCard, callA2aAgent];

describe('a message over A2A', () => {
  it('is for everyone with a role on the agent, but for no token of one session', () => {
    expect(routesOf(...all)).toEqual({
      'GET /agent/{agent_id}/.well-known/agent-card.json': '200 json; any of agent; sa user pat',
      'POST /agent/{agent_id}/a2a': '200 events; any of agent; sa user pat',
    });
    expect(Object.values(conductOf(...all))).toEqual(['10 s', '120 s, generative, needs room']);
  });

  it('is any object, of a mebibyte at most', () => {
    expect(Object.keys(wireOf(A2aMessage, {}))).toEqual(['jsonrpc', 'id', 'method', 'params']);
    const get = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'a' } };
    expect(received(callA2aAgent, { body: get }).body).toEqual(get);
    expect(faults(callA2aAgent, { body: 7 })).toHaveLength(1);
    expect(callA2aAgent.http?.bodySizeBytesMax).toBe(1_048_576);
  });

  it('names its version in a header, and no caller says what the gateway says', () => {
    expect(Object.keys(wireOf(A2aHeaders, {}))).toEqual(['a2a-version']);
  });

  it.each([
    ['SendStreamingMessage', true],
    ['SubscribeToTask', true],
    ['message/stream', true],
    ['tasks/resubscribe', true],
    ['SendMessage', false],
    ['message/send', false],
    [undefined, false],
    [7, false],
  ])('is answered with events for some methods: %s', (method, isStream) => {
    expect(wantsA2aEvents({ method })).toBe(isStream);
  });

  it('is answered with the one reply that says something', () => {
    expect(a2aAnswerOfAll([{}, {}, { message: { id: 1 } }])).toEqual({ body: { id: 1 } });
    expect(a2aAnswerOfAll([])).toEqual({ body: undefined });
  });
});
