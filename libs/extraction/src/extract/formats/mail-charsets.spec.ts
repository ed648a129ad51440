import { legacyBytes } from '../../fixtures/legacy-text.fixture';
import { read } from '../../fixtures/reading.fixture';

const HEAD = 'From: Ada <ada@example.org>\r\nTo: quay@example.org\r\nDate: Mon, 02 Mar 2026 08:00:00 +0000\r\n';
const mail = (headers: string, body: string | Uint8Array) =>
  Buffer.concat([Buffer.from(`${HEAD}${headers}\r\n\r\n`), Buffer.from(body)]);
const textOf = async (bytes: Uint8Array) => (await read(bytes, { filename: 'a.eml' })).text;
const b64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

describe('the character sets of mail', () => {
  const danish = 'Færgen sejler ikke på søndag, så vi må vente på øen.';
  const chinese = '渡轮今天不开，请明天再来码头。';

  it.each([
    ['says ASCII and is UTF-8', 'Content-Type: text/plain; charset=us-ascii', Buffer.from(danish), danish],
    ['says Latin-1 and is UTF-8', 'Content-Type: text/plain; charset="iso-8859-1"', Buffer.from(danish), danish],
    ['says nothing and is Windows-1252', 'Subject: a', legacyBytes(danish, 'windows-1252'), danish],
    ['says nothing and is GB18030', 'Content-Type: text/plain', legacyBytes(chinese, 'gb18030'), chinese],
    [
      'says UTF-8 and is Windows-1252',
      'Content-Type: text/plain; charset=utf-8',
      legacyBytes(danish, 'windows-1252'),
      danish,
    ],
    ['says what it is', 'Content-Type: text/plain; charset=big5', legacyBytes('渡輪今天不開', 'big5'), '渡輪今天不開'],
    [
      'is quoted-printable in Windows-1250',
      'Content-Type: text/plain; charset=windows-1250\r\nContent-Transfer-Encoding: quoted-printable',
      'Za=BF=F3=B3=E6 g=EA=9Cl=B9 ja=9F=F1',
      'Zażółć gęślą jaźń',
    ],
    [
      'is base64 that says ASCII',
      'Content-Type: text/plain; charset=ascii\r\nContent-Transfer-Encoding: base64',
      b64(danish),
      danish,
    ],
  ])('a body that %s is read rightly', async (_, headers, body, expected) => {
    expect(await textOf(mail(headers, body))).toContain(expected);
  });

  it('a letter may be divided between two encoded words', async () => {
    const bytes = Buffer.from('Größe der Fähre');
    const words = `=?UTF-8?B?${b64(bytes.subarray(0, 3))}?=\r\n =?utf-8?B?${b64(bytes.subarray(3, 14))}?= =?utf-8?Q?=A4hre?=`;
    expect(await textOf(mail(`Subject: ${words}`, 'x'))).toMatch(/^Größe der Fähre\n/);
  });

  it('subjects are read that are not encoded at all', async () => {
    const head = Buffer.concat([
      Buffer.from(`${HEAD}Subject: `),
      legacyBytes('Überführung über die Förde', 'windows-1252'),
      Buffer.from('\r\n\r\nx'),
    ]);
    expect(await textOf(head)).toMatch(/^Überführung über die Förde\n/);
  });

  it('parts and attached texts have each their own', async () => {
    const part = (type: string, content: Uint8Array, name = '') =>
      Buffer.concat([
        Buffer.from(
          `--b1\r\nContent-Type: ${type}\r\n${name && `Content-Disposition: attachment; filename=${name}\r\n`}\r\n`,
        ),
        content,
        Buffer.from('\r\n'),
      ]);
    const body = Buffer.concat([
      part('text/plain; charset=koi8-r', legacyBytes('Паром ушёл.', 'koi8-r')),
      part('text/csv; charset=shift_jis', legacyBytes('船,料金\n北斗,12\n', 'shift_jis'), 'fees.csv'),
      Buffer.from('--b1--\r\n'),
    ]);
    const text = await textOf(mail('MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b1', body));
    expect(text).toContain('Паром ушёл.');
    expect(text).toContain('船: 北斗 | 料金: 12');
  });

  it('a guess that is unsure, and a name that is wrong, are warnings', async () => {
    const warningsOf = async (bytes: Uint8Array) =>
      (await read(bytes, { filename: 'a.eml' })).warnings.map(({ body }) => body);
    expect(await warningsOf(mail('Subject: a', legacyBytes('é', 'windows-1252')))).toEqual([
      expect.stringContaining('windows-1252 is a guess'),
    ]);
    const russian = legacyBytes('Паром на остров ходит каждый день, кроме воскресенья.', 'windows-1251');
    expect(await warningsOf(mail('Content-Type: text/plain; charset=iso-8859-1', russian))).toEqual([
      'The text is declared as windows-1252 but only makes sense in windows-1251: it was read as windows-1251',
    ]);
    expect(await warningsOf(mail('Content-Type: text/plain; charset=us-ascii', danish))).toEqual([]);
  });
});
