import { wordDocument, wordParagraph } from '../fixtures/office-files.fixture';
import { charsetOf, essenceOf, mediaTypeOf, processingSuffix } from './media-type';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('mediaTypeOf', () => {
  it.each([
    ['a PDF that is called plain text', '%PDF-1.7\n', { contentType: 'text/plain' }, 'application/pdf'],
    ['a PDF behind some garbage', '\n\n  %PDF-1.4', {}, 'application/pdf'],
    [
      'rich text that is called a Word document',
      '{\\rtf1 x}',
      { contentType: 'application/msword' },
      'application/rtf',
    ],
    ['a page that is called a binary', '<!DOCTYPE html><p>x', { contentType: 'application/octet-stream' }, 'text/html'],
    ['mail without a type', 'From: a@example.org\nTo: b@example.org\nSubject: x\n\nHello', {}, 'message/rfc822'],
    ['text without a type', 'Just words.', {}, 'text/plain'],
    ['Markdown by its name', '# Words', { contentType: 'application/octet-stream', filename: 'a.md' }, 'text/markdown'],
    ['Markdown that is called plain text', '# Words', { contentType: 'text/plain', filename: 'a.md' }, 'text/markdown'],
    ['CSV as declared', 'a,b\n1,2', { contentType: 'text/csv; charset=utf-8' }, 'text/csv'],
    ['lines of JSON by name', '{"a":1}\n', { filename: 'x.jsonl' }, 'application/x-ndjson'],
    ['a mailbox by name', 'From a Mon Jan 1 2024\nFrom: a@b\n\nx', { filename: 'x.mbox' }, 'application/mbox'],
    [
      'a mailbox that is called plain text',
      'From a',
      { contentType: 'text/plain', filename: 'x.mbox' },
      'application/mbox',
    ],
    ['text that is called a picture', 'no picture', { contentType: 'image/png' }, 'text/plain'],
  ])('recognises %s', async (_, content, described, expected) => {
    expect(await mediaTypeOf(bytesOf(content), described)).toBe(expected);
  });

  it('looks into archives whatever they are called', async () => {
    const bytes = wordDocument(wordParagraph('x'));
    expect(await mediaTypeOf(bytes, { contentType: 'application/pdf' })).toBe(word);
    expect(await mediaTypeOf(bytes, { filename: 'x.bin' })).toBe(word);
  });

  it('does not call unknown bytes text', async () => {
    const noise = new Uint8Array(Array.from({ length: 300 }, (_, at) => (at * 31) % 29));
    expect(await mediaTypeOf(noise, {})).toBe('application/octet-stream');
  });
});

describe('a content type', () => {
  it('is split into its parts', () => {
    expect(essenceOf('Text/HTML; charset="UTF-8"')).toBe('text/html');
    expect(charsetOf('text/html; charset="windows-1252"')).toBe('windows-1252');
    expect(essenceOf('application/pdf+aitable')).toBe('application/pdf');
    expect(processingSuffix('text/plain+blankline')).toBe('blankline');
    expect(processingSuffix('image/svg+xml')).toBeUndefined();
  });
});
