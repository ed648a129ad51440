import fc from 'fast-check';
import { readMessage, withoutDefaults, writeMessage } from './message-type';

const hex = (name: string, message: object) => Buffer.from(writeMessage(name, message)).toString('hex');

describe('messages', () => {
  it('are read as they were written', () => {
    const message = {
      kbid: 'kb',
      uuid: 'rid',
      texts: { 'da-summary-t-body': { body: 'The moon', format: 3 } },
      extracted_text: [{ body: { text: 'The moon pulls the sea.' }, field: { field_type: 4, field: 'body' } }],
      account_seq: 2 ** 40,
      source: 1,
    };
    expect(readMessage('ProcessedMessage', writeMessage('ProcessedMessage', message), 'absent')).toEqual({
      ...message,
      texts: { 'da-summary-t-body': { body: 'The moon', format: 3 } },
    });
  });

  it('have what their types say where a member is absent, or nothing', () => {
    const empty = writeMessage('FieldID', {});
    expect(readMessage('FieldID', empty)).toEqual({ field_type: 0, field: '' });
    expect(readMessage('FieldID', empty, 'absent')).toEqual({});
    expect(readMessage<{ labels: unknown }>('trainset.Filter', empty)).toMatchObject({ labels: [], rids: [] });
  });

  it('write members that are given, also when they are what absent ones are', () => {
    expect(hex('FieldID', { field_type: 0, field: '' })).toBe('08001200');
    expect(hex('FieldID', {})).toBe('');
    expect(hex('FieldID', withoutDefaults({ field_type: 0, field: '' }))).toBe('');
    expect(withoutDefaults({ a: 0, b: '', c: false, d: null, e: 1, f: [] })).toEqual({ e: 1, f: [] });
  });

  it('of both schemas do not find each other', () => {
    expect(() => readMessage('trainset.ProcessedMessage', new Uint8Array())).toThrow('no such type');
    expect(() => readMessage('TrainSet', new Uint8Array())).toThrow('no such type');
    expect(hex('trainset.Paragraph', { id: 'a' })).not.toBe(hex('Paragraph', { text: 'a' }));
  });

  it('are refused where they are none', () => {
    for (const bytes of [Uint8Array.of(0x12, 0x05, 0x61), Uint8Array.of(0xff)])
      expect(() => readMessage('FieldID', bytes)).toThrow();
  });

  it('are read or refused, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          const read = readMessage<object>('ProcessedMessage', bytes, 'absent');
          expect(readMessage('ProcessedMessage', writeMessage('ProcessedMessage', read), 'absent')).toEqual(read);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});
