import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import {
  book,
  openDocument,
  presentation,
  wordDocument,
  wordParagraph,
  wordTable,
} from '../fixtures/office-files.fixture';
import { blocksOf, read } from '../fixtures/reading.fixture';
import { ExtractError } from './extract-error';

const fixture = (name: string) => new Uint8Array(readFileSync(join(__dirname, '../fixtures', name)));
const blocks = async (...given: Parameters<typeof read>) => blocksOf(await read(...given));

describe('a Word document', () => {
  const body =
    wordParagraph('Lock rules', 'Title') +
    wordParagraph('Opening hours', 'Heading1') +
    wordParagraph('The lock opens at six.') +
    wordTable([
      ['Season', 'Closes', 'Fee'],
      ['Summer', '22:00', '4'],
      ['Winter', '18:00', '3'],
    ]);

  it('gives headings, paragraphs and tables, and says who wrote it', async () => {
    const document = await read(
      wordDocument(body, '<dc:title>Rules</dc:title><dc:creator>The lock keeper</dc:creator>'),
    );
    expect(blocksOf(document)).toEqual([
      'heading 1: Lock rules',
      'heading 1: Opening hours',
      'paragraph: The lock opens at six.',
      'table: Season: Summer | Closes: 22:00 | Fee: 4\nSeason: Winter | Closes: 18:00 | Fee: 3',
    ]);
    expect(document.properties).toMatchObject({ title: 'Rules' });
  });

  it('that is cut off is an error that says so', async () => {
    const bytes = wordDocument(body);
    await expect(read(bytes.subarray(0, bytes.length / 2), { filename: 'rules.docx' })).rejects.toThrow(
      /not sent whole/,
    );
  });

  it('of which a part is missing is an error', async () => {
    const bytes = zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'word/other.xml': strToU8('<x/>') });
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    await expect(read(bytes, { contentType: type })).rejects.toThrow(ExtractError);
  });
});

describe('a presentation', () => {
  it('has a page for every slide, with its notes', async () => {
    const bytes = presentation([
      { lines: ['Budget', 'Dredging: 40,000'] },
      { lines: ['Plans', 'New crane'], notes: 'Ask the council first.' },
    ]);
    const document = await read(bytes);
    expect(document.blocks.map(({ start, end, page }) => `${page}: ${document.text.slice(start, end)}`)).toEqual([
      '0: Budget',
      '0: Dredging: 40,000',
      '1: Plans',
      '1: New crane',
      '1: Ask the council first.',
    ]);
    expect(document.pages).toBe(2);
    expect(document.blocks[0]).toMatchObject({ kind: 'heading' });
  });
});

describe('a spreadsheet', () => {
  it('has a page for every sheet, and rows that name their columns', async () => {
    const workbook = utils.book_new();
    const rows = [
      ['Fees of the port'],
      [],
      ['Berth', 'Fee', 'From'],
      ['A1', 20, new Date(Date.UTC(2024, 0, 15))],
      ['B2', 35.5, ''],
    ];
    utils.book_append_sheet(workbook, utils.aoa_to_sheet(rows, { UTC: true }), 'Berths');
    utils.book_append_sheet(
      workbook,
      utils.aoa_to_sheet([
        ['Crane', 'Tons'],
        ['Old', 8],
      ]),
      'Cranes',
    );
    const document = await read(new Uint8Array(write(workbook, { type: 'array', bookType: 'xlsx' })));
    expect(blocksOf(document)).toEqual([
      'heading 2: Berths',
      'paragraph: Fees of the port',
      'table: Berth: A1 | Fee: 20 | From: 2024-01-15\nBerth: B2 | Fee: 35.5',
      'heading 2: Cranes',
      'table: Crane: Old | Tons: 8',
    ]);
    expect(document.blocks.map(({ page }) => page)).toEqual([0, 0, 0, 1, 1]);
    expect(document.pages).toBe(2);
  });

  it('does not read a million rows because the file claims to have them', async () => {
    const workbook = utils.book_new(
      utils.aoa_to_sheet([
        ['a', 'b'],
        ['c', 'd'],
      ]),
      'Wide',
    );
    const files = unzipSync(new Uint8Array(write(workbook, { type: 'array', bookType: 'xlsx' })));
    const name = 'xl/worksheets/sheet1.xml';
    files[name] = strToU8(strFromU8(files[name] ?? new Uint8Array()).replace('ref="A1:B2"', 'ref="A1:XFD1048576"'));
    const document = await read(zipSync(files));
    expect(document.text).toBe('Wide\n\na | b\nc | d');
  });
});

describe('other office files', () => {
  it('are read when they are OpenDocument', async () => {
    const body =
      '<text:h text:outline-level="2">Tides</text:h><text:p>High<text:s text:c="2"/>water<text:line-break/>at noon.</text:p>' +
      '<text:list><text:list-item><text:p>spring</text:p></text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>Day</text:p>' +
      '</table:table-cell><table:table-cell><text:p>Metres</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell>' +
      '<text:p>Monday</text:p></table:table-cell><table:table-cell><text:p>3.2</text:p></table:table-cell></table:table-row></table:table>';
    const document = await read(openDocument(body, '<dc:title>Tide tables</dc:title>'));
    expect(blocksOf(document)).toEqual([
      'heading 2: Tides',
      'paragraph: High water\nat noon.',
      'list_item 0: spring',
      'table: Day: Monday | Metres: 3.2',
    ]);
    expect(document.properties.title).toBe('Tide tables');
  });

  it('are read when they are rich text', async () => {
    expect(await blocks("{\\rtf1\\ansi The caf\\'e9 opens.\\par Second line.\\par}")).toEqual([
      'paragraph: The café opens.',
      'paragraph: Second line.',
    ]);
  });

  it('are read when they are books', async () => {
    const document = await read(
      book('Sea stories', ['<h1>One</h1><p>The storm came.</p>', '<h1>Two</h1><p>It went.</p>']),
    );
    expect(blocksOf(document)).toEqual([
      'heading 1: One',
      'paragraph: The storm came.',
      'heading 1: Two',
      'paragraph: It went.',
    ]);
    expect(document.properties).toMatchObject({ title: 'Sea stories', language: 'en' });
  });
});

describe('a mail', () => {
  const mail = (attachment: string) =>
    [
      'From: The harbour office <office@example.org>',
      'To: crews@example.org',
      'Subject: =?utf-8?Q?Schleuse_ge=C3=B6ffnet?=',
      'Date: Mon, 15 Jan 2024 10:00:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'The lock is open again.',
      '--b',
      'Content-Type: application/octet-stream; name="fees.csv"',
      'Content-Disposition: attachment; filename="fees.csv"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(attachment).toString('base64'),
      '--b--',
      '',
    ].join('\r\n');

  it('gives its head, its text and what is attached', async () => {
    const document = await read(mail('Berth,Fee\nA1,20\n'));
    expect(blocksOf(document)).toEqual([
      'heading 1: Schleuse geöffnet',
      'paragraph: From: The harbour office <office@example.org>\nTo: crews@example.org\nDate: 2024-01-15T10:00:00.000Z',
      'paragraph: The lock is open again.',
      'heading 2: fees.csv',
      'table: Berth: A1 | Fee: 20',
    ]);
    expect(document.properties).toMatchObject({ title: 'Schleuse geöffnet' });
  });

  it('does not suffer from a broken attachment', async () => {
    const document = await read(mail('%PDF-1.4 broken'));
    expect(document.text).toContain('The lock is open again.');
    expect(document.warnings[0]?.body).toMatch(/^fees\.csv: The PDF is damaged/);
  });
});

describe('structured text', () => {
  it.each([
    ['commas', 'Berth,Fee\nA1,20\n"B, small",35\n', 'Berth: A1 | Fee: 20\nBerth: B, small | Fee: 35'],
    ['semicolons', 'Berth;Fee\nA1;20,5\n', 'Berth: A1 | Fee: 20,5'],
    ['tabs', 'Berth\tFee\nA1\t20\n', 'Berth: A1 | Fee: 20'],
  ])('is a table when separated by %s', async (_, csv, expected) => {
    expect((await read(csv, { filename: 'fees.csv' })).text).toBe(expected);
  });

  it('keeps the seconds of subtitles', async () => {
    const document = await read(
      'WEBVTT\n\n00:01.500 --> 00:04.000\n<v Guide>Welcome &amp; hello\n\n1:02:03.000 --> 1:02:05.250\nGoodbye\n',
    );
    expect(document.text).toBe('Guide: Welcome & hello\nGoodbye');
    expect(document.blocks.map(({ seconds }) => seconds)).toEqual([
      { start: 1.5, end: 4 },
      { start: 3723, end: 3725.25 },
    ]);
  });

  it('is read from any XML, without fetching what it names', async () => {
    const xml =
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a><title>Tides</title><p>High <b>water</b> &x; at noon.</p></a>';
    expect(await blocks(xml)).toEqual(['heading 2: Tides', 'paragraph: High water &x; at noon.']);
  });

  it('keeps one huge line whole', async () => {
    const line = 'word '.repeat(400_000).trim();
    expect((await read(line)).text).toBe(line);
  });
});

describe('a file', () => {
  it('that is empty, too large or of an unknown kind is an error that says what to do', async () => {
    await expect(read('')).rejects.toThrow('The file is empty');
    await expect(read('x'.repeat(2_000), {}, { fileBytesMax: 1_000 })).rejects.toThrow(/larger than/);
    await expect(read(new Uint8Array([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]))).rejects.toThrow(
      /archive is damaged.*send it again/,
    );
    await expect(read(Buffer.from('\0\0\0\0 nobody knows'), { filename: 'a.bin' })).rejects.toThrow(
      /application\/octet-stream \(a\.bin\): send it in a format that is read here, such as PDF/,
    );
    await expect(read(Buffer.from('ID3\u0004\0\0\0\0\0\0'), { filename: 'talk.mp3' })).rejects.toThrow(
      /No text is read from sound and video \(audio\/mpeg\) \(talk\.mp3\): upload a transcript, or subtitles/,
    );
  });

  it('is what its bytes are, whatever it was called', async () => {
    const document = await read(fixture('guide.pdf'), { contentType: 'text/plain', filename: 'guide.txt' });
    expect(document.mediaType).toBe('application/pdf');
    expect(document.text).toContain('pressure gauge');
  });

  it('has ranges in order that do not overlap and leave out white space only', async () => {
    const document = await read(fixture('guide.pdf'));
    let end = 0;
    for (const block of document.blocks) {
      expect(document.text.slice(end, block.start).trim()).toBe('');
      expect(block.end).toBeGreaterThan(block.start);
      end = block.end;
    }
    expect(end).toBe(document.text.length);
  });
});
