import { membersOf } from '../../validation/answers.fixture';
import { changed, empty, nested, required, tooDeep, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, map, received, routesOf, text } from '../../validation/requests.fixture';
import { NewWorkflow, WorkflowRules, WorkflowSettings } from './workflow.dto';
import {
  addWorkflow,
  deleteWorkflow,
  getRules,
  listWorkflows,
  removeDeletedWorkflows,
  setRules,
  setWorkflow,
} from './workflow.operations';

const smallest = { name: 'Weather' };
const members = {
  description: 'null text',
  parameters: 'null object',
  required: 'null list',
  rules: 'null list',
};
const pattern = "String should match pattern '^[a-zA-Z0-9_-]{1,64}$'";
const agent_id = '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212';

describe('a workflow', () => {
  it('is configured by owners of the agent, and listed by everyone with a role on it', () => {
    const operations = [listWorkflows, addWorkflow, setWorkflow, deleteWorkflow, getRules, setRules];
    const [ofAgent, ofWorkflow] = ['/agent/{agent_id}', '/agent/{agent_id}/workflow/{workflow_id}'];
    expect(routesOf(...operations)).toEqual({
      [`GET ${ofAgent}/workflows`]: '200 json; any of agent; sa user pat',
      [`POST ${ofAgent}/workflows`]: '200 json; SOWNER of agent; sa user pat',
      [`PATCH ${ofWorkflow}`]: '200 null; SOWNER of agent; sa user pat',
      [`DELETE ${ofWorkflow}`]: '200 null; SOWNER of agent; sa user pat',
      [`GET ${ofAgent}/rules`]: '200 json; SOWNER of agent; sa user pat',
      [`GET ${ofWorkflow}/rules`]: '200 json; SOWNER of agent; sa user pat',
      [`POST ${ofAgent}/rules`]: '200 null; SOWNER of agent; sa user pat',
      [`POST ${ofWorkflow}/rules`]: '200 null; SOWNER of agent; sa user pat',
    });
    expect(Object.values(conductOf(...operations))).toEqual([
      '10 s',
      '10 s, needs room',
      '10 s, needs room',
      '10 s',
      '10 s',
      '10 s, needs room',
    ]);
    expect(removeDeletedWorkflows.worksWithoutRoom).toBe(true);
  });

  it('that is new needs a name', () => {
    expect(wireOf(NewWorkflow, smallest)).toEqual({ id: 'null text', name: 'text!', ...members });
    expect(received(addWorkflow, { body: smallest }).body).toEqual(smallest);
    expect(faults(addWorkflow, { body: {} })).toEqual([`body.name: ${required}`]);
  });

  it('is changed by any part of it, and never gets another id', () => {
    expect(wireOf(WorkflowSettings, {})).toEqual({ name: 'null text', ...members });
    expect(received(setWorkflow, { body: { id: 'x', name: null, required: [] } }).body).toEqual({
      name: null,
      required: [],
    });
  });

  const schemas = (count: number) => map(count, () => ({ type: 'string' }));
  it.each([
    ['name', text(250), text(251), tooLong(250)],
    ['name', 'a', '', empty],
    ['description', text(10_000), text(10_001), tooLong(10_000)],
    ['parameters', schemas(100), schemas(101), 'Value error, at most 100 parameters'],
    ['parameters', { city: {} }, { city: 'string' }, 'Value error, the parameter city is not a JSON Schema'],
    ['parameters', nested(64), nested(65), tooDeep(64)],
    ['required', list(100, () => 'a'), list(101, () => 'a'), tooMany(100)],
    ['rules', list(100, () => 'a'), list(101, () => 'a'), tooMany(100)],
  ])('takes a proper %s only, when it is new and when it is changed', (at, good, bad, fault) => {
    const faultsAt = (value: unknown) => [
      ...faults(addWorkflow, { body: changed(smallest, at, value) }),
      ...faults(setWorkflow, { body: { [at]: value } }),
    ];
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${at}: ${fault}`, `body.${at}: ${fault}`]]);
  });

  it('has an id for paths', () => {
    expect(faults(addWorkflow, { body: { ...smallest, id: 'a b' } })).toEqual([`body.id: ${pattern}`]);
    const path = { agent_id, workflow_id: text(65) };
    expect(faults(deleteWorkflow, { path })).toEqual([`path.workflow_id: ${pattern}`]);
    expect(faults(getRules, { path: { agent_id } })).toEqual([]);
  });

  it('has rules that are texts or prompts, kept in the form in which they were given', () => {
    expect(wireOf(WorkflowRules, { rules: [] })).toEqual({ rules: 'list!' });
    const rules = ['Be short.', { prompt: 'Be kind.' }];
    expect(received(setRules, { body: { rules } }).body).toEqual({ rules });
    expect(faults(setRules, { body: { rules: [text(10_000)] } })).toEqual([]);
    expect(faults(setRules, { body: { rules: ['', { prompt: text(10_001) }, 7] } }).length).toBeGreaterThan(2);
  });

  it('is shown with every member', () => {
    const file = `${__dirname}/workflow.dto.ts`;
    expect(membersOf(file, 'Workflow')).toBe('id, name, description, parameters, rules, required');
    expect(membersOf(file, 'AddedId')).toBe('id');
  });
});
