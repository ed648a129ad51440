import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { refusals } from '../../validation/refused.fixture';
import { beyond, conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { EntitiesGroupTarget } from './entities-group.dto';
import { getEntitiesGroup, listEntitiesGroups } from './entities-group.operations';

describe('groups of entities', () => {
  it('are read by readers and guests, in the lane of lists', () => {
    expect(routesOf(listEntitiesGroups, getEntitiesGroup)).toEqual({
      'GET /kb/{kbid}/entitiesgroups': '200 json; READER of kb; sa user pat eph none',
      'GET /kb/{kbid}/entitiesgroup/{group}': '200 json; READER of kb; sa user pat eph none',
    });
    expect(conductOf(listEntitiesGroups, getEntitiesGroup)).toEqual({
      'kb.entities-group.list': '10 s, lane list',
      'kb.entities-group.get': '10 s, lane list',
    });
  });

  it('name the box in the refusal of one group, and not in that of the list', () => {
    expect(getEntitiesGroup.http?.unknownBox).toBe("Knowledge Box '{kbid}' does not exist");
    expect(listEntitiesGroups.http?.unknownBox).toBeUndefined();
    expect(Object.keys(listEntitiesGroups.fails ?? {})).toContain('bad_request');
  });

  it('come without their entities', () => {
    expect(received(listEntitiesGroups, {})).toEqual({ query: { show_entities: false } });
    expect(received(listEntitiesGroups, { query: { show_entities: 'on' } })).toEqual({
      query: { show_entities: true },
    });
    expect(faults(listEntitiesGroups, { query: { show_entities: 'all' } })).toEqual([
      'query.show_entities: Input should be a valid boolean, unable to interpret input',
    ]);
  });

  it('are named by the type of their entities', () => {
    const named = (group: unknown) => refusals(EntitiesGroupTarget, { kbid: 'k', group });
    for (const group of ['PERSON', 'work of art', 'Ort 😀']) expect(named(group)).toEqual([]);
    expect(named('')).toEqual(['group: String should have at least 1 character']);
    expect(beyond(200, (size) => named(text(size)))).toEqual(['group: String should have at most 200 characters']);
  });

  it('answer with every member', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'entities-group.dto.ts'), name);
    expect(answer('EntitiesGroups')).toBe('uuid, groups');
    expect(answer('EntitiesGroup')).toBe('title, color, custom, entities');
    expect(answer('GroupedEntity')).toBe('value, merged, represents');
  });
});
