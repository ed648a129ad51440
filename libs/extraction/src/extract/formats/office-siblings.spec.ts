import { utils, write } from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { presentation, wordDocument, wordParagraph } from '../../fixtures/office-files.fixture';
import { read } from '../../fixtures/reading.fixture';

const TYPES = '[Content_Types].xml';

/** The same document, as the program calls one with macros, a template or a slide show. */
function named(bytes: Uint8Array, mainType: string): Uint8Array {
  const files = unzipSync(bytes);
  const main = /application\/vnd\.openxmlformats-officedocument\.[a-z]+\.[a-z]+\.main\+xml/g;
  const types = strFromU8(files[TYPES] ?? new Uint8Array()).replace(main, mainType);
  return zipSync({
    [TYPES]: strToU8(types),
    ...Object.fromEntries(Object.entries(files).filter(([at]) => at !== TYPES)),
  });
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const word = wordDocument(wordParagraph('The lock opens at six.'));
const slides = presentation([{ lines: ['The lock opens at six.'] }]);
const sheet = new Uint8Array(
  write(utils.book_new(utils.aoa_to_sheet([['The lock opens at six.']]), 'A'), { type: 'array', bookType: 'xlsx' }),
);

describe('a relative of an office format', () => {
  it.each([
    ['a.docm', word, 'application/vnd.ms-word.document.macroEnabled.main+xml'],
    ['a.dotx', word, `${OPEN_XML}.wordprocessingml.template.main+xml`],
    ['a.dotm', word, 'application/vnd.ms-word.template.macroEnabledTemplate.main+xml'],
    ['a.pptm', slides, 'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml'],
    ['a.potx', slides, `${OPEN_XML}.presentationml.template.main+xml`],
    ['a.potm', slides, 'application/vnd.ms-powerpoint.template.macroEnabled.main+xml'],
    ['a.ppsx', slides, `${OPEN_XML}.presentationml.slideshow.main+xml`],
    ['a.ppsm', slides, 'application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml'],
    ['a.xlsm', sheet, 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'],
    ['a.xltx', sheet, `${OPEN_XML}.spreadsheetml.template.main+xml`],
    ['a.xltm', sheet, 'application/vnd.ms-excel.template.macroEnabled.main+xml'],
  ])('%s is read, with and without its name', async (filename, bytes, mainType) => {
    for (const source of [{ filename }, {}]) {
      const { text, warnings } = await read(named(bytes, mainType), source);
      expect(text).toContain('The lock opens at six.');
      expect(warnings).toEqual([]);
    }
  });
});
