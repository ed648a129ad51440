import { utils, write } from '@e965/xlsx';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { openDocument } from '../../fixtures/office-files.fixture';
import { read } from '../../fixtures/reading.fixture';

const styles = strToU8(
  '<office:document-styles><style:master-page><style:header><text:p>Rules of the <text:span>port</text:span></text:p></style:header>' +
    '<style:header-first><text:p>Rules of the port</text:p></style:header-first><style:footer><text:p>12</text:p></style:footer>' +
    '</style:master-page></office:document-styles>',
);

describe('an OpenDocument file', () => {
  it('gives once what runs along its pages', async () => {
    const text = openDocument('<text:p>At six.</text:p>');
    expect((await read(zipSync({ ...unzipSync(text), 'styles.xml': styles }))).text).toBe(
      'At six.\n\nRules of the port',
    );
    const book = utils.book_new(utils.aoa_to_sheet([['At six.']]), 'A');
    const sheet = new Uint8Array(write(book, { type: 'array', bookType: 'ods' }));
    const document = await read(zipSync({ ...unzipSync(sheet), 'styles.xml': styles }), { filename: 'a.ods' });
    expect(document.text).toBe('A\n\nAt six.\n\nRules of the port');
  });
});
