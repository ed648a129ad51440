import { boxesNamed } from './boxes-named';

describe('a search among boxes', () => {
  const boxes = [
    { title: 'Año 2026', slug: 'ano-2026', description: null },
    { title: 'Tides', slug: 'sea', description: 'Of the coast' },
  ];
  const found = (text: string) => boxesNamed(boxes, text).map(({ slug }) => slug);

  it.each([
    ['', ['ano-2026', 'sea']],
    ['ano', ['ano-2026']],
    ['SEA', ['sea']],
    ['coast tides', ['sea']],
    ['coast moon', []],
  ])('finds for %j by title, slug and description: %j', (text, slugs) => expect(found(text)).toEqual(slugs));
});
