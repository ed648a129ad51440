import { initialTitle } from './resource-naming';

const nothing = { uris: [], filenames: [] };

describe('the title of a new resource', () => {
  it('is the one that was given', () => {
    expect(initialTitle({ ...nothing, title: 'Tides', filenames: ['a.pdf'] }, 'r')).toEqual({
      title: 'Tides',
      provisional: false,
    });
  });

  it('is provisional when it only repeats an address or a file name', () => {
    expect(initialTitle({ ...nothing, title: 'a b.pdf', filenames: ['a%20b.pdf'] }, 'r').provisional).toBe(true);
    expect(initialTitle({ ...nothing, title: 'https://example.org' }, 'r').provisional).toBe(true);
  });

  it('comes from the first link, then the first file, then the slug, then the id', () => {
    const naming = { slug: 's', uris: ['https://example.org'], filenames: ['', 'a%20b.pdf'] };
    expect(initialTitle(naming, 'r')).toEqual({ title: 'https://example.org', provisional: true });
    expect(initialTitle({ ...naming, uris: [] }, 'r').title).toBe('a b.pdf');
    expect(initialTitle({ ...nothing, slug: 's' }, 'r').title).toBe('s');
    expect(initialTitle(nothing, 'r').title).toBe('r');
  });
});
