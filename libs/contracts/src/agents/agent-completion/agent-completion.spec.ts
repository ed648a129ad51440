import { AppError } from '../../core/errors';
import {
  below,
  changed,
  nested,
  required,
  tooFew,
  tooLong,
  tooMany,
  unsupported,
  wireOf,
} from '../../validation/members.fixture';
import { conductOf, faults, list, map, received, routesOf, text } from '../../validation/requests.fixture';
import { AgentCompletionRequest } from './agent-completion.dto';
import { createAgentCompletion, listAgentModels } from './agent-completion.operations';

const message = { role: 'user', content: 'Where does the ibex climb?' };
const smallest = { messages: [message] };
const faultsOf = (body: unknown) => faults(createAgentCompletion, { body });

describe('an agent as a model of the OpenAI API', () => {
  it('answers those with a role on the agent, and in a session those with a token for it', () => {
    const [agent, session] = ['/agent/{agent_id}', '/agent/{agent_id}/session/{session}'];
    expect(routesOf(createAgentCompletion, listAgentModels)).toEqual({
      [`POST ${agent}/compat/chat/completions`]: '200 events; any of agent; sa user pat',
      [`POST ${session}/compat/chat/completions`]: '200 events; any of agent; sa user pat eph',
      [`GET ${agent}/compat/models`]: '200 json; any of agent; sa user pat',
      [`GET ${session}/compat/models`]: '200 json; any of agent; sa user pat eph',
    });
    expect(conductOf(createAgentCompletion, listAgentModels)).toEqual({
      'agents.completion.create': '120 s, generative, needs room',
      'agents.completion.list-models': '10 s',
    });
    const doors = [createAgentCompletion, listAgentModels].flatMap((one) => [one, ...(one.doors ?? [])]);
    expect(doors.map(({ policy }) => policy?.bearer)).toEqual(['any-key', 'any-key', 'any-key', 'any-key']);
  });

  it('fails in the envelope of the OpenAI API, also midway', () => {
    const error = new AppError('provider_failed', 'Gone');
    const body = { error: { message: 'Gone', type: 'server_error', code: 'provider_failed', param: null } };
    expect(createAgentCompletion.http?.failure?.(error)).toEqual(body);
    expect(createAgentCompletion.http?.refusal?.(error)).toEqual({ body });
    expect(createAgentCompletion.http?.lastEvent).toBe('[DONE]');
  });

  it('takes a conversation', () => {
    expect(wireOf(AgentCompletionRequest, smallest)).toEqual({
      messages: 'list!',
      model: 'null text',
      stream: 'null flag = false',
      stream_options: 'null object',
      user: 'null text',
      metadata: 'null object',
      arguments: 'null object',
      n: 'null whole',
      tools: 'nothing',
      functions: 'nothing',
      response_format: 'nothing',
      audio: 'nothing',
      logprobs: 'nothing',
    });
    expect(received(createAgentCompletion, { body: smallest }).body).toEqual({
      messages: [{ ...message, tool_calls: [] }],
      stream: false,
    });
    expect(faultsOf({})).toEqual([`body.messages: ${required}`]);
    expect(faultsOf({ messages: [] })).toEqual([`body.messages: ${tooFew(1)}`]);
  });

  it('leaves out what it has no use for', () => {
    const others = {
      temperature: 0.7,
      top_p: 1,
      max_tokens: 100,
      seed: 1,
      chat_id: 'c',
      tool_choice: 'none',
      store: true,
    };
    const harmless = { tools: [], response_format: { type: 'text' }, logprobs: false, n: 1 };
    expect(faultsOf({ ...smallest, ...others, ...harmless })).toEqual([]);
  });

  it.each([
    ['messages', list(2_048, () => message), list(2_049, () => message), tooMany(2_048)],
    ['model', text(250), text(251), tooLong(250)],
    ['user', text(256), text(257), tooLong(256)],
    ['n', 1, 0, below(1)],
  ])('has bounds for %s', (name, most, more, fault) => {
    expect(faultsOf({ ...smallest, [name]: most })).toEqual([]);
    expect(faultsOf({ ...smallest, [name]: more })).toEqual([`body.${name}: ${fault}`]);
  });

  it('has bounds for names of the metadata', () => {
    expect(faultsOf({ ...smallest, metadata: map(16, () => 'x') })).toEqual([]);
    expect(faultsOf({ ...smallest, metadata: map(17, () => 'x') })).toHaveLength(1);
    expect(faultsOf({ ...smallest, arguments: nested(100) })).toHaveLength(1);
  });

  it.each(['tools', 'functions', 'audio'])('refuses %s', (name) => {
    expect(faultsOf(changed(smallest, name, [{ name: 'f' }]))).toEqual([`body.${name}: ${unsupported(name)}`]);
  });
});
