import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const src = join(__dirname, '..');
const files = globSync('{parts,data,api,session,rooms}/**/*.{ts,tsx}', { cwd: src });
const roomOf = (path: string) => /^rooms\/([^/]+)\//.exec(path)?.[1];
const imported = /(?:\bfrom |\bimport |\bimport\()'(\.[^']+)'/g;

/** What a file imports, as paths from `src`. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(src, file), 'utf8');
  return [...text.matchAll(imported)].map(([, path = '']) => join(file, '..', path));
}

/** Imports of these files that another room has, as `file: import`. */
const ofOtherRooms = files.flatMap((file) =>
  importsOf(file)
    .filter((path) => roomOf(path) !== undefined && roomOf(path) !== roomOf(file))
    .map((path) => `${file}: ${path}`),
);

describe('rooms', () => {
  it('are found with what they import', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(importsOf('rooms/activity/record-page.tsx')).toContain('parts/page');
  });

  it('share code through parts and data: none is imported by another, nor by what they share', () => {
    expect(ofOtherRooms).toEqual([]);
  });
});
