/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { nameOf } from './addition';
import { sourcesOfFiles } from './dropped';

/** A file as a browser gives it, with its path where it was in a folder. */
function file(name: string, paths: { readonly path?: string; readonly webkitRelativePath?: string } = {}): File {
  const made = new File(['sea'], name);
  for (const [key, value] of Object.entries(paths)) Object.defineProperty(made, key, { value });
  return made;
}
const pathsOf = (...files: File[]) => sourcesOfFiles(files).map(nameOf);

describe('files that are added', () => {
  it('are called by their path in the folder, whichever way they came', () => {
    const chosen = file('ebb.txt', { webkitRelativePath: 'tides/2026/ebb.txt' });
    const dropped = file('flow.txt', { path: '/tides/2026/flow.txt' });
    expect(pathsOf(chosen, dropped, file('notes.txt'))).toEqual([
      'notes.txt',
      'tides/2026/ebb.txt',
      'tides/2026/flow.txt',
    ]);
  });

  it.each(['./ebb.txt', '/ebb.txt', '././ebb.txt'])('have no beginning that says nothing: %s', (path) => {
    expect(pathsOf(file('ebb.txt', { path }))).toEqual(['ebb.txt']);
  });

  it('come in the order of their paths, as people sort them', () => {
    expect(pathsOf(file('Órbita'), file('zenit'), file('arena'), file('Norte'))).toEqual([
      'arena',
      'Norte',
      'Órbita',
      'zenit',
    ]);
  });

  it('are not those that systems put into folders', () => {
    const litter = ['.DS_Store', 'Thumbs.db', 'desktop.ini'].map((name) => file(name));
    expect(pathsOf(...litter, file('DS_Store.txt'))).toEqual(['DS_Store.txt']);
  });

  it('may be none', () => {
    expect(sourcesOfFiles([])).toEqual([]);
  });
});

describe('an addition', () => {
  it.each([
    [{ kind: 'link', uri: 'https://sea.example' } as const, 'https://sea.example'],
    [{ kind: 'text', title: 'Ebb', body: 'The sea falls.' } as const, 'Ebb'],
  ])('%j is called %s', (source, name) => {
    expect(nameOf(source)).toBe(name);
  });
});
