import { KNOWLEDGE_BOX_SLUG } from '@lectern/contracts/knowledge-box';
import { slugOf } from './slug';

describe('a name for addresses', () => {
  it.each([
    ['Año 2026: Informes', 'ano-2026-informes'],
    ['  --x--  ', 'x'],
    ['العربية', ''],
  ])('of %s is %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it('of a very long title is one that the server takes', () => {
    expect(slugOf(`${'a'.repeat(59)} ${'b'.repeat(500)}`)).toMatch(KNOWLEDGE_BOX_SLUG);
  });
});
