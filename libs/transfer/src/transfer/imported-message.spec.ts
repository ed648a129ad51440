import { validate } from '@lectern/contracts/core';
import { ExportedMessage, MessagePayload, messageFormats, messageTypes } from '@lectern/contracts/knowledge-box';
import { newMessage } from '@lectern/resource-store';
import fc from 'fast-check';
import { attachmentUri } from '../../../knowledge-box/src/conversation/attachment-uri';
import { messageItem } from './exported-message';
import { importedMessage } from './imported-message';

const [source, target] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const place = { rid: 'ab'.repeat(16), id: 'chat' };
const item = (value: unknown) => validate(ExportedMessage, JSON.parse(JSON.stringify(value)));
const refused = (given: object) => () => importedMessage(item(given), { kbid: target, ...place }, () => undefined);

describe('Messages of a file', () => {
  const text = fc.string({ maxLength: 8 });
  const ident = fc.string({ minLength: 1, maxLength: 12 }).filter((one) => one !== '0' && !one.includes('/'));
  const message = fc.record({
    ident,
    timestamp: fc.constantFrom(null, '2026-03-01', '2026-03-01T10:00:00.5+02:00'),
    who: fc.option(text),
    to: fc.array(text, { maxLength: 2 }),
    type: fc.constantFrom(...messageTypes),
    content: fc.record({
      text,
      format: fc.constantFrom(...messageFormats.filter((format) => format !== 'JSON')),
      attachments_fields: fc.array(
        fc.record({ field_type: fc.constant('text'), field_id: fc.constant('a'), split: fc.option(text) }),
        { maxLength: 2 },
      ),
    }),
  });
  const error = fc.record({ code: fc.nat(4), severity: fc.constantFrom('ERROR', 'WARNING'), text });

  it('are what they were, with files of the box that they come to', () => {
    const state = fc.record({ files: fc.nat(3), first: fc.nat(9), errors: fc.array(error), isPending: fc.boolean() });
    fc.assert(
      fc.property(message, state, (payload, { files, first, isPending, ...found }) => {
        const errors = JSON.parse(JSON.stringify(found.errors));
        const stored = Array.from({ length: files }, (_, n) => {
          const uri = attachmentUri({ kbid: source, ...place }, payload.ident, n);
          return { uri, size: n, content_type: 'text/plain', filename: `${n}.txt`, md5: `${n}`, blobKey: `old ${n}` };
        });
        const { value } = newMessage(validate(MessagePayload, payload), stored);
        const rest = { seqid: 1, position: 4, unindexed: null };
        const state = { errors, isPending, blobKeys: stored.map(({ blobKey }) => blobKey), ...rest };
        const written = messageItem({ kbid: source, ...place, ident: payload.ident, value, ...state }, first);
        const taken: number[] = [];
        const read = importedMessage(item(written), { kbid: target, ...place }, (n) => {
          taken.push(n);
          return { key: `new ${n - first}`, sizeBytes: n - first, md5: String(n - first) };
        });
        expect(taken).toEqual(stored.map((_, n) => first + n));
        const moved: unknown = JSON.parse(JSON.stringify(value).replaceAll(source, target));
        const blobKeys = stored.map((_, n) => `new ${n}`);
        expect(read).toEqual({ ident: payload.ident, value: moved, blobKeys, errors, isPending, unindexed: null });
      }),
    );
  });

  it('keep the idents of deleted ones', () => {
    const state = { blobKeys: [], errors: [], isPending: false, unindexed: null };
    const row = { kbid: source, ...place, position: 1, seqid: 1, ...state };
    const read = importedMessage(
      item(messageItem({ ...row, ident: 'gone', value: null }, 0)),
      { kbid: target, ...place },
      () => undefined,
    );
    expect(read).toEqual({ ident: 'gone', value: null, ...state });
  });

  const said = { ident: 'a', content: { text: 'x' } };
  it.each([
    ['an ident with a slash', { message: { ...said, ident: 'a/b' } }, 'cannot contain "/"'],
    ['the ident 0', { deleted: '0' }, 'cannot be "0"'],
    ['what is no JSON', { message: { ...said, content: { text: '{', format: 'JSON' } } }, 'Invalid JSON'],
    ['neither content nor ident', {}, 'either a message or deleted'],
    ['content although it is deleted', { message: said, deleted: 'a' }, 'either a message or deleted'],
    [
      'a file that did not come',
      { message: said, attachments: [{ binary: 0, filename: 'a', content_type: 'text/plain' }] },
      'bytes of a file of the message a are missing',
    ],
    [
      'bytes in the message',
      {
        message: { ...said, content: { text: '', attachments: [{ filename: 'a', payload: '', md5: '0'.repeat(32) }] } },
      },
      'has bytes of files',
    ],
  ])('are refused with %s', (_, given, reason) => {
    expect(refused(given)).toThrow(reason);
  });
});
