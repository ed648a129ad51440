import { circlesIn, importsOf } from './circles';
import { production } from './workspace';

describe('circles of imports', () => {
  it('are found once each, by the shortest way', () => {
    const imports = new Map([
      ['a', ['b', 'c']],
      ['b', ['c']],
      ['c', ['a', 'd']],
      ['d', ['e']],
      ['e', []],
      ['f', ['f']],
    ]);
    expect(circlesIn(imports)).toEqual([['a', 'c'], ['b', 'c', 'a'], ['f']]);
    expect(circlesIn(new Map([['a', ['b']]]))).toEqual([]);
  });

  it('are nowhere in what ships', () => {
    const imports = importsOf(production);
    expect(imports.get('apps/search/src/main.ts')).toEqual(['libs/runtime/src/index.ts', 'apps/search/src/modules.ts']);
    expect(circlesIn(imports)).toEqual([]);
  });
});
