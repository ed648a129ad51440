import { mailText, type MailMessage } from './mail-message';

const message = {
  id: '1',
  from: 'lectern@example.org',
  to: 'ada@example.org',
  subject: 'Tides',
  text: 'Open the link.',
  date: new Date('2026-01-02T03:04:05Z'),
};
const parsed = async (text: string) => (await import('postal-mime')).default.parse(text);
const written = async (changed: Partial<MailMessage> = {}) => (await mailText({ ...message, ...changed })).toString();
const headersOf = (text: string) => text.slice(0, text.indexOf('\r\n\r\n')).split(/\r\n(?! )/);

describe('a mail', () => {
  it('has the headers of RFC 5322 and its text', async () => {
    const [headers, body = ''] = (await written()).split('\r\n\r\n');
    expect(headers?.split('\r\n').sort()).toEqual([
      'Content-Transfer-Encoding: base64',
      'Content-Type: text/plain; charset=utf-8',
      'Date: Fri, 02 Jan 2026 03:04:05 +0000',
      'From: lectern@example.org',
      'MIME-Version: 1.0',
      'Message-ID: <1@example.org>',
      'Subject: Tides',
      'To: ada@example.org',
    ]);
    expect(Buffer.from(body, 'base64').toString()).toBe('Open the link.');
  });

  it('lets no subject, no text and no address add a header or a recipient', async () => {
    const evil = 'a\r\nBcc: all@example.org\r\n\r\nb';
    const text = await written({ subject: evil, text: evil });
    expect(headersOf(text)).toHaveLength(8);
    const read = await parsed(text);
    expect(read.subject).toMatch(/^a .*b$/);
    expect(read).not.toHaveProperty('bcc');
    const toTwo = await written({ to: 'ada@example.org, all@example.org\r\nBcc: eve@example.org' });
    expect(headersOf(toTwo)).toHaveLength(8);
    expect((await parsed(toTwo)).to).toHaveLength(1);
  });

  it('keeps lines short and characters whole, whatever the alphabet', async () => {
    const text = await written({ subject: '潮'.repeat(50) + '🌊'.repeat(60), text: 'é'.repeat(5_000) });
    expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(76);
    const read = await parsed(text);
    expect(read.subject).toBe('潮'.repeat(50) + '🌊'.repeat(50));
    expect(read.text?.trim()).toBe('é'.repeat(5_000));
  });
});
