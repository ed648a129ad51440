import {
  changed,
  nested,
  required,
  tooDeep,
  tooLong,
  unsupported,
  above,
  wireOf,
} from '../../validation/members.fixture';
import { faults, text } from '../../validation/requests.fixture';
import { postprocessOperations } from '../module/module.operations';
import {
  ExternalConfig,
  PostConditionalConfig,
  RelatedConfig,
  RemiConfig,
  RestartConfig,
} from './postprocess-module.dto';

const { add } = postprocessOperations;
const faultsOf = (body: object) => faults(add, { body });
/** Members that every module has. */
const common = { id: 'null text', title: 'null text = "agent"', rules: 'null list', max_retries: 'null whole = 1' };
const external = { module: 'external', url: 'https://a.example' };

describe('a postprocess module', () => {
  it.each([
    [
      RestartConfig,
      { module: 'restart' },
      { ...common, module: "'restart'!", model: 'null text object', retries: 'null whole = 2', prompt: 'null text' },
    ],
    [
      RemiConfig,
      { module: 'remi' },
      {
        ...common,
        module: "'remi'!",
        context_granularity: "null 'full' or 'partial_answers'",
        then: 'nothing',
        else_: 'nothing',
      },
    ],
    [
      ExternalConfig,
      { module: 'external', url: 'https://a.example' },
      {
        ...common,
        module: "'external'!",
        url: 'text!',
        method: `null 'POST', 'GET' or 'PATCH' = "POST"`,
        prompt: 'null text',
        description: 'null text',
        call_schema: 'null object',
        call_obj: 'null object',
        context: 'null flag = false',
        headers: 'null object',
        model: 'null text object',
      },
    ],
    [
      RelatedConfig,
      { module: 'related' },
      { ...common, module: "'related'!", prompt: 'null text', model: 'null text object', images: 'null flag = false' },
    ],
    [
      PostConditionalConfig,
      { module: 'post_conditional', has_keywords: ['a'] },
      {
        ...common,
        prompt: 'null text',
        has_keywords: 'null list = []',
        similarity: 'null list = []',
        model: 'null text object',
        module: "'post_conditional' or 'postprocess_conditional'!",
        on: `null 'QUESTION', 'ANSWER' or 'CONTEXT' = "QUESTION"`,
        then: 'null list = []',
        else_: 'null list = []',
      },
    ],
  ])('has members of these kinds: %p', (type, smallest, members) => {
    expect(wireOf(type, smallest)).toEqual(members);
    expect(faultsOf(smallest)).toEqual([]);
  });

  it('calls an address that it names', () => {
    expect(faultsOf({ module: 'external' })).toEqual([`body.external.url: ${required}`]);
    const problem = 'Value error, not an absolute http or https URL';
    for (const url of ['ftp://a.example', 'a.example', 'https://'])
      expect(faultsOf({ module: 'external', url })).toEqual([`body.external.url: ${problem}`]);
    expect(faultsOf({ module: 'external', url: 'https://ada:secret@a.example' })).toHaveLength(1);
    expect(faultsOf({ ...external, headers: { host: 'b.example' } })).toHaveLength(1);
  });

  it('sends one object at most', () => {
    const problem = 'Value error, call_schema, call_obj and context exclude each other';
    const [schema, object, context] = [{ call_schema: { type: 'object' } }, { call_obj: { a: 1 } }, { context: true }];
    for (const one of [schema, object, context]) expect(faultsOf({ ...external, ...one })).toEqual([]);
    for (const both of [
      { ...schema, ...object },
      { ...object, ...context },
      { ...schema, ...context },
    ])
      expect(faultsOf({ ...external, ...both })).toEqual([`body.external: ${problem}`]);
  });

  it.each([
    [external, 'prompt', text(100_000), text(100_001), tooLong(100_000)],
    [external, 'description', text(100_000), text(100_001), tooLong(100_000)],
    [external, 'call_obj', nested(64), nested(65), tooDeep(64)],
    [external, 'call_schema', nested(64), nested(65), tooDeep(64)],
    [{ module: 'restart' }, 'retries', 5, 6, above(5)],
    [{ module: 'restart' }, 'prompt', text(100_000), text(100_001), tooLong(100_000)],
    [{ module: 'remi' }, 'then', [], [{ module: 'related' }], unsupported('then')],
    [{ module: 'remi' }, 'else_', [], [{ module: 'related' }], unsupported('else_')],
    [{ module: 'related' }, 'prompt', text(100_000), text(100_001), tooLong(100_000)],
  ])('takes what is proper only: %j %s', (smallest, at, good, bad, fault) => {
    const faultsAt = (value: unknown) => faultsOf(changed(smallest, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${smallest.module}.${at}: ${fault}`]]);
  });
});
