import { changeOf, movements } from './movements';

describe('results of two rankings', () => {
  const moved = movements(['tides', 'moons', 'ships'], ['moons', 'tides', 'winds']);

  it('are listed as the second one has them, and then those that it lacks', () => {
    expect(moved.map(({ id }) => id)).toEqual(['moons', 'tides', 'winds', 'ships']);
  });

  it('moved up or down, are new or gone', () => {
    expect(moved.map(changeOf)).toEqual(['up', 'down', 'new', 'gone']);
  });

  it('stay where both agree', () => {
    expect(movements(['tides'], ['tides']).map(changeOf)).toEqual(['same']);
    expect(movements([], [])).toEqual([]);
  });
});
