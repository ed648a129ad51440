import { production, read } from './workspace';

const SHARED_BY_MAX = 3;
const libraries = production.filter((name) => name.startsWith('libs/'));
const declaration = /^(export )?(?:async )?function\*? (\w+)/gm;

/** Every function at the top of a file of a library. */
const functions = libraries.flatMap((file) =>
  [...read(file).matchAll(declaration)].map(([, exported, name = '']) => ({ file, name, isExported: !!exported })),
);

function inSeveral(some: typeof functions, filesMax: number) {
  return [...Map.groupBy(some, ({ name }) => name)]
    .map(([name, all]) => [name, ...new Set(all.map(({ file }) => file))])
    .filter(([, ...files]) => files.length > filesMax);
}

describe('functions of libraries', () => {
  it('are found, exported or not', () => {
    const byName = Map.groupBy(functions, ({ name }) => name);
    expect(byName.get('isObject')).toEqual([
      { file: 'libs/contracts/src/core/json-object.ts', name: 'isObject', isExported: true },
    ]);
    expect(functions.filter(({ isExported }) => !isExported).length).toBeGreaterThan(1_000);
  });

  it('that others import have a name that no other file exports', () => {
    const exported = functions.filter(({ isExported }) => isExported);
    expect(inSeveral(exported, 1)).toEqual([]);
  });

  it('say what they read: at most three files use the same name', () => {
    expect(inSeveral(functions, SHARED_BY_MAX)).toEqual([]);
  });
});
