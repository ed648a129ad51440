import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownSearch } from './own-search';

describe('the parameters of an address', () => {
  const read = ownSearch(({ page }) => (typeof page === 'number' ? { page } : {}));

  it('are what a page takes', () => {
    expect(read({ page: 2 })).toEqual({ page: 2 });
  });

  it('are absent when the page does not take them, even laid over the address itself', () => {
    const address = { page: 'two', from: '//evil.example' };
    expect({ ...address, ...read(address) }).toEqual({ page: undefined, from: undefined });
  });

  it('are read so by every route that has any', () => {
    const routes = readFileSync(join(__dirname, 'routes.tsx'), 'utf8');
    const reading = [...routes.matchAll(/validateSearch: (\w+)/g)].map(([, name]) => name);
    const own = [...routes.matchAll(/const (\w+) = ownSearch\(/g)].map(([, name]) => name);
    expect(reading.filter((name) => name !== 'ownSearch' && !own.includes(name))).toEqual([]);
    expect(reading.length).toBeGreaterThan(2);
  });
});
