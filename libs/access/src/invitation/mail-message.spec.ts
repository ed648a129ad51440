import { mailText } from './mail-message';

const message = {
  id: '1',
  from: 'lectern@example.org',
  to: 'ada@example.org',
  subject: 'Tides',
  text: 'Open the link.',
  date: new Date('2026-01-02T03:04:05Z'),
};
const headersOf = (text: string) => text.slice(0, text.indexOf('\r\n\r\n')).split(/\r\n(?! )/);
const decoded = (text: string) =>
  [...text.matchAll(/=\?utf-8\?B\?([^?]*)\?=/g)]
    .map(([, word = '']) => Buffer.from(word, 'base64').toString())
    .join('');

describe('a mail', () => {
  it('has the headers of RFC 5322 and its text', () => {
    const [headers, body = ''] = mailText(message).split('\r\n\r\n');
    expect(headers?.split('\r\n')).toEqual([
      'From: lectern@example.org',
      'To: ada@example.org',
      'Subject: =?utf-8?B?VGlkZXM=?=',
      'Date: Fri, 02 Jan 2026 03:04:05 +0000',
      'Message-ID: <1@example.org>',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
    ]);
    expect(Buffer.from(body, 'base64').toString()).toBe('Open the link.');
  });

  it('lets no subject and no text add a header', () => {
    const evil = 'a\r\nBcc: all@example.org\r\n\r\nb';
    const text = mailText({ ...message, subject: evil, text: evil });
    expect(text).not.toContain('all@');
    expect(headersOf(text)).toHaveLength(8);
    expect(decoded(text)).toBe(evil);
  });

  it('keeps lines short, whatever the alphabet', () => {
    const subject = '潮'.repeat(50) + '🌊'.repeat(60);
    const text = mailText({ ...message, subject, text: 'x'.repeat(5_000) });
    expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(76);
    expect(decoded(text)).toBe('潮'.repeat(50) + '🌊'.repeat(50));
  });
});
