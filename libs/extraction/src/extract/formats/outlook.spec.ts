import { outlookMessage } from '../../fixtures/outlook.fixture';
import { blocksOf, read } from '../../fixtures/reading.fixture';

const message = {
  subject: 'Schleuse geöffnet',
  from: 'The harbour office',
  to: ['crews@example.org', 'b@example.org'],
};

describe('a message of Outlook', () => {
  it('gives its head, its text and what is attached', async () => {
    const attachments = { 'fees.csv': 'Berth,Fee\nA1,20\n' };
    const document = await read(outlookMessage({ ...message, body: 'The lock is open.\r\n\r\nGo.', attachments }));
    expect(blocksOf(document)).toEqual([
      'heading 1: Schleuse geöffnet',
      'paragraph: From: The harbour office\nTo: crews@example.org, b@example.org',
      'paragraph: The lock is open.',
      'paragraph: Go.',
      'heading 2: fees.csv',
      'table: Berth: A1 | Fee: 20',
    ]);
    expect(document.mediaType).toBe('application/vnd.ms-outlook');
    expect(document.properties.title).toBe('Schleuse geöffnet');
  });

  it('is read from its formatted text, which keeps lists and tables', async () => {
    const html = '<p>Open <b>now</b>:</p><ul><li>große Kammer</li></ul>';
    const document = await read(outlookMessage({ ...message, body: 'Open now', html }));
    expect(blocksOf(document).slice(2)).toEqual(['paragraph: Open now:', 'list_item 0: große Kammer']);
  });

  it('is read from rich text when it has nothing else', async () => {
    const document = await read(outlookMessage({ ...message, richText: '{\\rtf1\\ansi The lock is open.\\par}' }));
    expect(blocksOf(document).slice(2)).toEqual(['paragraph: The lock is open.']);
  });

  it('that is cut off is an error that says so', async () => {
    const bytes = outlookMessage({ ...message, body: 'The lock is open. '.repeat(1_000) });
    await expect(read(bytes.subarray(0, 2_000), { filename: 'a.msg' })).rejects.toThrow(/damaged|not sent whole/);
  });
});
