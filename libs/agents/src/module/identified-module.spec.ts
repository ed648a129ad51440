import type { AgentModule } from '@lectern/contracts/agents';
import fc from 'fast-check';
import { changedModules, identified, modulesIn, NESTING_MAX } from './identified-module';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ID = 'AAAAAAAA-0000-4000-8000-000000000001';
const text = (members: object = {}): AgentModule =>
  Object.assign({ module: 'static_string', title: 'agent', max_retries: 1 }, members);
const nestedTo = (levels: number): AgentModule =>
  levels === 1 ? text() : text({ module: 'basic_ask', fallback: nestedTo(levels - 1) });

describe('modules within a module', () => {
  it('get ids at every place where modules may be, and keep those that they have', () => {
    const all = ['fallback', 'next_agent', 'then', 'else_', 'agents', 'registered_agents', 'configs'];
    const members = Object.fromEntries(all.map((name, at) => [name, at < 2 ? text() : [text(), text()]]));
    const module = identified(text({ ...members, next_agent: text({ id: ID }) }));
    const ids = modulesIn(module).map(({ module: { id } }) => id);
    expect(ids).toHaveLength(13);
    expect(new Set(ids).size).toBe(13);
    expect(ids.filter((id) => !UUID.test(id))).toEqual([]);
    expect(module).toMatchObject({ next_agent: { id: ID.toLowerCase() } });
  });

  it('keep all ids when what is shown is sent back', () => {
    const module = identified(nestedTo(5));
    expect(identified(module)).toEqual(module);
  });

  it.each([
    ['preprocess_conditional', 'pre_conditional'],
    ['postprocess_conditional', 'post_conditional'],
    ['static', 'static_string'],
    ['rephrase', 'rephrase'],
  ])('of the older name %s are stored as %s, at every level', (given, stored) => {
    expect(identified(text({ module: given, then: [text({ module: given })] }))).toMatchObject({
      module: stored,
      then: [{ module: stored }],
    });
  });

  it('have one id each, whatever its case', () => {
    const twice = text({ id: ID, then: [text({ id: ID.toLowerCase() })] });
    expect(() => identified(twice)).toThrow(`Two modules have the id ${ID.toLowerCase()}`);
  });

  it('are nested ten levels deep at most', () => {
    expect(modulesIn(identified(nestedTo(NESTING_MAX)))).toHaveLength(NESTING_MAX);
    expect(() => identified(nestedTo(NESTING_MAX + 1))).toThrow('Modules are nested at most 10 deep');
    expect(() => identified(nestedTo(2_000))).toThrow('Modules are nested at most 10 deep');
  });

  it('are a hundred at most, however they are spread', () => {
    const wide = (count: number) => text({ then: Array.from({ length: count }, () => text()) });
    expect(modulesIn(identified(wide(99)))).toHaveLength(100);
    expect(() => identified(wide(100))).toThrow('A module contains at most 100 others');
    const spread = text({ then: Array.from({ length: 11 }, () => wide(9)) });
    expect(() => identified(spread)).toThrow('A module contains at most 100 others');
  });

  it('are found where they are, and changed there, whatever the tree', () => {
    const tree = fc.letrec<{ tree: AgentModule }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        fc.constant(text()),
        fc
          .record(
            { then: fc.array(tie('tree'), { maxLength: 2 }), fallback: tie('tree'), next_agent: tie('tree') },
            { requiredKeys: [] },
          )
          .map((members) => text(members)),
      ),
    })).tree;
    fc.assert(
      fc.property(tree, (given) => {
        const module = identified(given);
        const changed = changedModules(module, (one) => ({ ...one, title: one.id }));
        for (const { module: one, place } of modulesIn(changed)) {
          const at = place.filter((part) => part !== 'static_string');
          const found = at.reduce<unknown>((value, part): unknown => Reflect.get(Object(value), part), changed);
          expect(found).toEqual(one);
          expect(one.title).toBe(one.id);
        }
      }),
      { numRuns: 50 },
    );
  });
});
