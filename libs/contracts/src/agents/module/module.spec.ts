import { above, below, tooLong, tooMany } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { moduleKinds } from './module.dto';
import { operationsOfEveryKind, preprocessOperations } from './module.operations';

const agent_id = '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212';
/** A module of each kind. */
const named = { preprocess: 'rephrase', context: 'basic_ask', generation: 'summarize', postprocess: 'remi' } as const;

describe('modules', () => {
  it('have the same five operations for each kind, on the agent and on its workflows', () => {
    expect(operationsOfEveryKind.map(({ kind }) => kind)).toEqual(moduleKinds);
    for (const { kind, list: all, add, order, set, delete: remove } of operationsOfEveryKind) {
      const owners = 'SOWNER of agent; sa user pat';
      const places = ['/agent/{agent_id}', '/agent/{agent_id}/workflow/{workflow_id}'];
      const routes = places.flatMap((place) => [
        [`GET ${place}/${kind}`, `200 json; ${owners}`],
        [`POST ${place}/${kind}`, `200 json; ${owners}`],
        [`POST ${place}/${kind}/order`, `200 null; ${owners}`],
        [`PATCH ${place}/${kind}/{module_id}`, `200 null; ${owners}`],
        [`DELETE ${place}/${kind}/{module_id}`, `200 null; ${owners}`],
      ]);
      expect(routesOf(all, add, order, set, remove)).toEqual(Object.fromEntries(routes));
      expect(Object.values(conductOf(all, add, order, set, remove))).toEqual([
        '10 s',
        '10 s, needs room',
        '10 s, needs room',
        '10 s, needs room',
        '10 s',
      ]);
    }
  });

  it.each(operationsOfEveryKind)('of $kind are one of those of their kind', ({ kind, add, set }) => {
    for (const operation of [add, set]) {
      for (const other of moduleKinds)
        expect([other, faults(operation, { body: { module: named[other] } }).length === 0]).toEqual([
          other,
          other === kind,
        ]);
      const [fault] = faults(operation, { body: { module: 'no_such' } });
      expect(fault).toMatch(
        /^body: Input tag 'no_such' found using 'module' does not match any of the expected tags: /,
      );
      expect(faults(operation, { body: {} })).toEqual(["body: Unable to extract tag using discriminator 'module'"]);
    }
  });

  it.each(operationsOfEveryKind)('of $kind have a title, rules and retries', ({ kind, add }) => {
    const body = { module: named[kind] };
    expect(received(add, { body }).body).toMatchObject({ ...body, title: 'agent', max_retries: 1 });
    const faultsOf = (member: object) =>
      faults(add, { body: { ...body, ...member } }).map((fault) => fault.replace(`body.${named[kind]}.`, ''));
    expect(faultsOf({ title: text(250), max_retries: 10, rules: list(100, () => 'Be short.'), id: agent_id })).toEqual(
      [],
    );
    expect(faultsOf({ title: text(251) })).toEqual([`title: ${tooLong(250)}`]);
    expect(faultsOf({ max_retries: 11 })).toEqual([`max_retries: ${above(10)}`]);
    expect(faultsOf({ max_retries: -1 })).toEqual([`max_retries: ${below(0)}`]);
    expect(faultsOf({ rules: list(101, () => 'Be short.') })).toEqual([`rules: ${tooMany(100)}`]);
    expect(faultsOf({ id: 'mine' })).toEqual([expect.stringMatching(/^id: /)]);
  });

  it('are put into another order by their ids, at most 100', () => {
    const { order } = preprocessOperations;
    expect(faults(order, { body: { ids: list(100, () => agent_id) } })).toEqual([]);
    expect(faults(order, { body: { ids: list(101, () => agent_id) } })).toEqual([`body.ids: ${tooMany(100)}`]);
    expect(faults(order, { body: { ids: ['mine'] } })).toEqual([expect.stringMatching(/^body\.ids\.0: /)]);
  });

  it('have a UUID in paths', () => {
    const faultsOf = (module_id: string) => faults(preprocessOperations.delete, { path: { agent_id, module_id } });
    expect(faultsOf(agent_id)).toEqual([]);
    expect(faultsOf('mine')).toEqual([expect.stringMatching(/^path\.module_id: /)]);
  });

  it('name a model by its name or with its settings', () => {
    const { add } = preprocessOperations;
    const faultsOf = (model: unknown) => faults(add, { body: { module: 'rephrase', model } });
    const settings = {
      _type: 'llm_config',
      model_id: 'm',
      reasoning: 'enabled',
      advanced_reasoning: { effort: 'low' },
    };
    expect([faultsOf('m'), faultsOf(settings), faultsOf(null)]).toEqual([[], [], []]);
    expect(faultsOf('').length).toBeGreaterThan(0);
    expect(faultsOf({ model_id: 'm' }).length).toBeGreaterThan(0);
    expect(faultsOf({ ...settings, reasoning: 'much' }).length).toBeGreaterThan(0);
  });
});
