import { fileNameBeside } from './file-name';

describe('the name of a file beside a title', () => {
  it.each([
    ['Tide tables', 'tides-2026.pdf', 'tides-2026.pdf'],
    ['tides-2026', 'tides-2026.pdf', undefined],
    ['tides-2026.pdf', 'tides-2026.pdf', undefined],
    ['Tides', 'Tides.final.pdf', 'Tides.final.pdf'],
    ['Tides', '', undefined],
    ['Tides', undefined, undefined],
    ['Tides', null, undefined],
  ])('of %j for %j is %j', (title, filename, beside) => {
    expect(fileNameBeside(title, filename)).toBe(beside);
  });
});
