import { idParametersOf } from '../../validation/ids';
import { membersOf } from '../../validation/answers.fixture';
import { changed, empty, required, tooLong, unsupported, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { GuardrailPolicyTarget, GuardrailPolicyUpdate, NewGuardrailPolicy } from './guardrail-policy.dto';
import {
  createGuardrailPolicy,
  deleteGuardrailPolicy,
  getGuardrailPolicy,
  updateGuardrailPolicy,
} from './guardrail-policy.operations';

const smallest = { name: 'Health', query: 'Is it about health?' };
const settings = {
  description: 'null text',
  instruction: 'null text',
  target: "null 'QUERY'",
  enabled: 'null flag',
  blocking: 'null flag',
};

describe('a content policy', () => {
  it('is the business of owners of the account', () => {
    const operations = [createGuardrailPolicy, getGuardrailPolicy, updateGuardrailPolicy, deleteGuardrailPolicy];
    const item = '/account/{account}/guardrail_policies/{policy_id}';
    expect(routesOf(...operations)).toEqual({
      'POST /account/{account}/guardrail_policies': '201 json; AOWNER of account; user pat',
      [`GET ${item}`]: '200 json; AOWNER of account; user pat',
      [`PATCH ${item}`]: '200 json; AOWNER of account; user pat',
      [`DELETE ${item}`]: '204 empty; AOWNER of account; user pat',
    });
    expect(Object.values(conductOf(...operations))).toEqual(['10 s, needs room', '10 s', '10 s, needs room', '10 s']);
  });

  it('is named by a UUID in either form', () => {
    const id = idParametersOf(GuardrailPolicyTarget).find(({ name }) => name === 'policy_id');
    expect(id?.read('4FF5E06CD43F4CCC82EB8CF1C202B212')).toBe('4ff5e06c-d43f-4ccc-82eb-8cf1c202b212');
    expect(id?.read('medical')).toBeUndefined();
    expect(id?.unreadable).toBe('Guardrail policy not found. UUID expected.');
  });

  it('that is new needs a name and a question about texts; all else may be left to defaults', () => {
    expect(wireOf(NewGuardrailPolicy, smallest)).toEqual({ name: 'text!', query: 'text!', ...settings });
    expect(received(createGuardrailPolicy, { body: smallest }).body).toEqual(smallest);
    expect(faults(createGuardrailPolicy, { body: {} })).toEqual([`body.name: ${required}`, `body.query: ${required}`]);
  });

  it('is changed by any part of it', () => {
    expect(wireOf(GuardrailPolicyUpdate, {})).toEqual({ name: 'null text', query: 'null text', ...settings });
    expect(received(updateGuardrailPolicy, { body: {} }).body).toEqual({});
    expect(received(updateGuardrailPolicy, { body: { enabled: false, description: null } }).body).toEqual({
      enabled: false,
      description: null,
    });
  });

  it.each([
    ['name', text(250), text(251), tooLong(250)],
    ['name', 'a', '', empty],
    ['query', text(4_000), text(4_001), tooLong(4_000)],
    ['query', 'a', '', empty],
    ['description', text(4_000), text(4_001), tooLong(4_000)],
    ['instruction', text(4_000), text(4_001), tooLong(4_000)],
    ['target', 'QUERY', 'ANSWER', "Input should be 'QUERY'"],
    ['enabled', true, 'maybe', 'Input should be a valid boolean, unable to interpret input'],
    ['unknown', null, 1, unsupported('unknown')],
  ])('takes a proper %s only, when it is new and when it is changed', (at, good, bad, fault) => {
    const faultsAt = (value: unknown) => [
      ...faults(createGuardrailPolicy, { body: changed(smallest, at, value) }),
      ...faults(updateGuardrailPolicy, { body: { [at]: value } }),
    ];
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${at}: ${fault}`, `body.${at}: ${fault}`]]);
  });

  it('is shown with every member', () => {
    expect(membersOf(`${__dirname}/guardrail-policy.dto.ts`, 'GuardrailPolicy')).toBe(
      'id, name, description, instruction, query, target, enabled, blocking',
    );
  });
});
