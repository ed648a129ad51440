import { legacyBytes } from '../../fixtures/legacy-text.fixture';
import { blocksOf, read } from '../../fixtures/reading.fixture';
import { winmail } from '../../fixtures/tnef.fixture';

describe('a winmail.dat', () => {
  it('gives its text and its attachments', async () => {
    const document = await read(
      winmail({
        subject: 'Pilot plan',
        body: Buffer.from('The pilot comes at six.\r\n\r\nBring the ladder.'),
        attachments: [
          { title: 'fees.csv', data: Buffer.from('Berth,Fee\nA1,20\n') },
          { title: 'NOTE~1.TXT', data: Buffer.from('Quay four.'), properties: [[0x3707, 'Notiz für Kai.txt']] },
        ],
      }),
      { filename: 'winmail.dat', contentType: 'application/octet-stream' },
    );
    expect(blocksOf(document)).toEqual([
      'heading 1: Pilot plan',
      'paragraph: The pilot comes at six.',
      'paragraph: Bring the ladder.',
      'heading 2: fees.csv',
      'table: Berth: A1 | Fee: 20',
      'heading 2: Notiz für Kai.txt',
      'paragraph: Quay four.',
    ]);
    expect(document.properties.title).toBe('Pilot plan');
  });

  it('of newer programs has all of it in properties, and a message within it', async () => {
    const inner = winmail({ properties: [[0x1000, 'The inner message names the tug.']] });
    const document = await read(
      winmail({
        properties: [
          [0x0037, 'Schleppzug – neu'],
          [0x0c1a, 'Ada'],
          [0x0c1f, 'ada@example.org'],
          [0x0017, 1],
          [0x1013, Buffer.from('<p>Two <b>tugs</b>:</p><ul><li>Bär</li></ul>')],
          [0x3fde, 65001],
        ],
        attachments: [
          {
            properties: [
              [0x3705, 5],
              [0x3707, 'inner'],
              [0x3701, Buffer.concat([Buffer.alloc(16), inner])],
            ],
          },
        ],
      }),
    );
    expect(blocksOf(document)).toEqual([
      'heading 1: Schleppzug – neu',
      'paragraph: From: Ada <ada@example.org>',
      'paragraph: Two tugs:',
      'list_item 0: Bär',
      'heading 2: inner',
      'paragraph: The inner message names the tug.',
    ]);
  });

  it('is read within a mail, in its own code page', async () => {
    const packed = winmail({ body: legacyBytes('Паром ушёл утром.', 'windows-1251'), codePage: 1251 });
    const mail =
      'From: a@example.org\r\nTo: b@example.org\r\nSubject: Ferry\r\nMIME-Version: 1.0\r\n' +
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n\r\n' +
      '--b\r\nContent-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Transfer-Encoding: base64\r\n\r\n' +
      `${Buffer.from(packed).toString('base64')}\r\n--b--\r\n`;
    const document = await read(mail, { filename: 'a.eml' });
    expect(document.text).toContain('Паром ушёл утром.');
    expect(document.warnings).toEqual([]);
  });

  it('whose attachment is missing says so, and one that is cut off gives what it has', async () => {
    const { text, warnings } = await read(
      winmail({ body: Buffer.from('Text.'), attachments: [{ title: 'gone.pdf' }, { title: 'a.txt' }] }),
    );
    expect(text).toBe('Text.');
    expect(warnings.map(({ body }) => body)).toEqual([
      'Attachments whose bytes are not in the winmail.dat were left out: ask the sender for them: 2',
    ]);
    const whole = winmail({
      body: Buffer.from('The pilot comes.'),
      attachments: [{ title: 'a.txt', data: Buffer.from('x') }],
    });
    expect((await read(whole.subarray(0, 90))).text).toContain('The pilot comes.');
  });
});
