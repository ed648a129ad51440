import { allOperations } from '../operations';
import { lanes } from './lane';

const inLane = (lane: string) => allOperations.filter((one) => one.lane === lane).map(({ name }) => name);

describe('lanes', () => {
  it('are four, by what their operations cost', () => {
    expect([...lanes].sort()).toEqual(['ask', 'list', 'search', 'suggest']);
  });

  it('each have operations', () => {
    for (const lane of lanes) expect([lane, inLane(lane).length > 0]).toEqual([lane, true]);
  });

  it('have what lists and counts resources in the database', () => {
    expect(
      inLane('list')
        .filter((name) => name.startsWith('kb.'))
        .sort(),
    ).toEqual([
      'kb.catalog.facets',
      'kb.catalog.list.post',
      'kb.entities-group.get',
      'kb.entities-group.list',
      'kb.resource.list',
    ]);
  });
});
