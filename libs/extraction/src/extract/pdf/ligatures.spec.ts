import { DrawnLigatures, drawnGlyphs, mayBeTurned } from './ligatures';

/** As it is drawn, from left to right: a glyph of lam and alef is one. */
const glyphs = [...'ةيجاتن', 'لإ', 'ا', ...'لام', 'k', ...'باتكلا'];

describe('text from right to left', () => {
  it('has the letters of its ligatures in their order', () => {
    const ligatures = new DrawnLigatures(glyphs);
    expect(ligatures.restored('اإلنتاجية')).toBe('الإنتاجية');
    expect(ligatures.restored('اإلنتاجية، 2024 الكتاب')).toBe('الإنتاجية، 2024 الكتاب');
  });

  it('stays as it is where it was drawn so, or cannot be found', () => {
    const ligatures = new DrawnLigatures(glyphs);
    for (const word of ['الكتاب', 'مال', 'السلام', 'Text']) expect(ligatures.restored(word)).toBe(word);
    expect(new DrawnLigatures([...'باتكلا']).restored('الكتاب')).toBe('الكتاب');
  });

  it('is looked at where an alef stands before a lam', () => {
    expect([mayBeTurned('المشكالت'), mayBeTurned('שלום'), mayBeTurned('Text')]).toEqual([true, false, false]);
  });

  it('is what the glyphs of the page say', () => {
    const fnArray = [44, 31, 44, 44];
    const shown = [{ unicode: 'لا' }, -250, { unicode: ' ' }, null, { unicode: 'ب' }];
    expect(drawnGlyphs({ fnArray, argsArray: [[shown], null, ['x'], null] }, { showText: 44 })).toEqual(['لا', 'ب']);
  });
});
