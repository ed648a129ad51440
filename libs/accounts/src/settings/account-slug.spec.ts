import { isAccountSlug, slugsFor } from './account-slug';

const first = (title: string) => slugsFor(title).next().value;

describe('slugs of accounts', () => {
  it.each([
    ['Acme & Söhne GmbH', 'acme-sohne-gmbh'],
    ['  潮  ', 'account'],
    ['', 'account'],
    ['x'.repeat(300), 'x'.repeat(50)],
    ['f312ad15-5fdb-40f3-a6a1-ec26e0617070', 'account'],
  ])('are made of the title %j', (title, slug) => {
    expect(first(title)).toBe(slug);
    expect([...slugsFor(title)].every(isAccountSlug)).toBe(true);
  });

  it('differ by a number where one is taken', () => {
    expect([...slugsFor('Acme')].slice(0, 3)).toEqual(['acme', 'acme-2', 'acme-3']);
    expect(new Set(slugsFor('Acme')).size).toBe(999);
  });

  it('are no ids', () => {
    expect(isAccountSlug('f312ad155fdb40f3a6a1ec26e0617070')).toBe(false);
    expect(isAccountSlug('Acme')).toBe(false);
    expect(isAccountSlug('acme_1')).toBe(true);
  });
});
