import { circlesIn, folderImports, importsOf } from './circles';
import { libs, production } from './workspace';

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

  it('are not between the folders of a library', () => {
    const imports = importsOf(production);
    expect(folderImports(imports, 'search').get('libs/search/src/query')).toContain('libs/search/src/box');
    expect(libs.flatMap((lib) => circlesIn(folderImports(imports, lib)))).toEqual([]);
  });

  it('lead through folders where they lead through files of them', () => {
    const imports = new Map([
      ['libs/a/src/x/1.ts', ['libs/a/src/y/1.ts', 'libs/a/src/x/2.ts', 'libs/b/src/index.ts']],
      ['libs/a/src/y/2.ts', ['libs/a/src/x/2.ts']],
      ['libs/a/src/index.ts', ['libs/a/src/x/1.ts']],
    ]);
    expect(circlesIn(folderImports(imports, 'a'))).toEqual([['libs/a/src/x', 'libs/a/src/y']]);
  });
});
