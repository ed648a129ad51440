import { utils, write } from '@e965/xlsx';
import { strToU8, zipSync } from 'fflate';
import { understandField } from './enrich/understand-field';
import { extractBody } from './extract/text-format';
import { read } from './fixtures/reading.fixture';
import { collected } from './fixtures/understood.fixture';

const warningsOf = async (...given: Parameters<typeof read>) =>
  (await read(...given)).warnings.map(({ body, severity }) => `${severity}: ${body}`);
const row = (cells: number) => Array.from({ length: cells }, (_, at) => `c${at}`).join(',');
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

describe('what is left out is said once, with the limit that did it', () => {
  it.each([
    [
      'columns of a table',
      () => read(`${row(20_000)}\n${row(20_000)}\n`, { filename: 'a.csv' }),
      ['Cells in columns beyond 16384, the limit of a table, were left out: 7,232'],
    ],
    [
      'values of JSON that are nested deeply',
      () => read(`{"a":${nested(300, '{"a":', '}').replace('}', '1}')}}`, { filename: 'a.json' }),
      ['Values of JSON nested deeper than 200 levels were left out: 1'],
    ],
    [
      'characters beyond the limit of a field',
      () => read('word '.repeat(100), {}, { outputCharsMax: 50 }),
      ['Only the first 50 characters were kept: the document is longer than the limit'],
    ],
    [
      'files that nobody can read',
      () => read(zipSync({ 'a.bin': new Uint8Array(500), 'b.bin': new Uint8Array(500), 'c.txt': strToU8('c') })),
      ['Files within the file that nothing here can read (application/octet-stream) were left out: 2'],
    ],
    [
      'bytes that are no characters',
      () => read(Buffer.concat([Buffer.from('naïve café '.repeat(20)), Buffer.from([0xff])]), { filename: 'a.md' }),
      ['Some characters could not be decoded: save the file as UTF-8'],
    ],
    [
      'links',
      () =>
        read(Array.from({ length: 2_100 }, (_, at) => `<a href="http://h${at}.org">x</a>`).join(''), {
          filename: 'a.html',
        }),
      ['Links beyond the first 2000 or 262144 characters of them were left out: 100'],
    ],
    [
      'mark-up that is too involved',
      () => extractBody('*a_'.repeat(1_000), 'MARKDOWN', 1_000_000),
      ['Parts with more than 600 marks in one run were kept as written: 1'],
    ],
    [
      'Markdown without a blank line',
      () => extractBody(`# a\n\n${'*a_'.repeat(400_000)}\n\n# b\n`, 'MARKDOWN', 2_000_000),
      ['Parts without a blank line in 1000000 characters were kept as written: 1'],
    ],
    [
      'addresses of links',
      () => extractBody(Array.from({ length: 2_100 }, (_, at) => `[${at}]: b\n`).join('') + '\nx', 'MARKDOWN', 100_000),
      ['Addresses of links beyond the first 2000 in one part were left out: 100'],
    ],
    [
      'more short lines than anybody looks for',
      () => extractBody('{\n'.repeat(1_000_100), 'JSONL', 20_000_000),
      [
        'Lines that are not JSON were kept as plain text: 1,000,100',
        'Paragraphs, headings and rows after the first 1000000 were joined into one: 100',
      ],
    ],
    [
      'a cell of 100 MiB',
      () => read(`a,b\n"${'word '.repeat(20 * 1_048_576)}",2\n`, { filename: 'a.csv' }, { outputCharsMax: 1_000_000 }),
      [
        'Only the first 1000000 characters were kept: the document is longer than the limit',
        'Characters of a cell beyond the first 1000000 were left out: 103,857,600',
      ],
    ],
    [
      'quotes in quotes',
      () => extractBody(`${'> '.repeat(100_000)}x`, 'MARKDOWN', 1_000_000),
      ['Parts nested deeper than 60 levels were kept as written: 1'],
    ],
  ] as const)('%s', async (_, reading, expected) => {
    expect((await reading()).warnings.map(({ body, severity }) => `${severity}: ${body}`)).toEqual(
      expected.map((text) => `WARNING: ${text}`),
    );
  });

  it('not where nothing was lost: long cells, last columns and captions are kept', async () => {
    const cell = 'word '.repeat(20_000).trim();
    const csv = await read(`a,b\n"${cell}",2\n`, { filename: 'a.csv' });
    expect(csv.text).toBe(`a: ${cell} | b: 2`);
    const sheet = utils.aoa_to_sheet([['Berth'], ['A1']]);
    sheet['XFD1'] = { t: 's', v: 'Fee' };
    sheet['XFD2'] = { t: 'n', v: 20 };
    sheet['!ref'] = 'A1:XFD2';
    const bytes = write(utils.book_new(sheet, 'Wide'), { type: 'array', bookType: 'xlsx' });
    const wide = await read(new Uint8Array(bytes));
    expect(wide.text).toBe('Wide\n\nBerth: A1 | Fee: 20');
    expect([...csv.warnings, ...wide.warnings]).toEqual([]);
  });

  it('and a quotation mark that is never closed costs no rows', async () => {
    const document = await read(`a,b\n1,"2\n${'5,6\n'.repeat(3)}`, { filename: 'a.csv' });
    expect(document.text).toBe('a: 1 | b: "2\na: 5 | b: 6\na: 5 | b: 6\na: 5 | b: 6');
    expect(await warningsOf(`a,b\n1,"2\n5,6\n`, { filename: 'a.csv' })).toEqual([
      'WARNING: A quotation mark in row 2 is never closed: from there on they were read as text',
    ]);
  });

  it('and rows behind a quotation mark that is never closed are read up to the limit, however many', async () => {
    const text = `a,b\n1,"2\n${'5,6\n'.repeat(20_000_000)}`;
    const document = await read(text, { filename: 'a.csv' }, { outputCharsMax: 1_000_000 });
    expect(document.text).toHaveLength(1_000_000);
    expect(document.text.slice(0, 34)).toBe('a: 1 | b: "2\na: 5 | b: 6\na: 5 | b:');
    expect(document.warnings.map(({ body }) => body)).toEqual([
      'A quotation mark in row 2 is never closed: from there on they were read as text',
      'Only the first 1000000 characters were kept: the document is longer than the limit',
    ]);
  });

  it('and what has no text at all says so', async () => {
    const empty = await extractBody(' \n ', 'PLAIN', 1_000);
    const { errors } = await collected(understandField(empty));
    expect(errors).toEqual([{ code: 1, severity: 'WARNING', text: 'The content has no text (text/plain)' }]);
  });
});
