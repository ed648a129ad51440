import fc from 'fast-check';
import { floatMemberOf, memberOf, membersOf, memberWith, messageMemberOf } from './message-members';
import { readMessage, writeMessage } from './message-type';

const all = (message: Uint8Array) => [...membersOf(message)];

describe('members of a message', () => {
  it('are read in their order, with what they are on the wire', () => {
    const message = Buffer.concat([memberOf(6, 3), memberOf(3, 'rid'), floatMemberOf(26, 0.5)]);
    expect(all(message).map(({ number, whole, bytes }) => [number, whole, bytes.toString('hex')])).toEqual([
      [6, 3, ''],
      [3, 0, Buffer.from('rid').toString('hex')],
      [26, 0, '0000003f'],
    ]);
    expect(Buffer.concat(all(message).map(({ raw }) => raw))).toEqual(message);
  });

  it('are those of the schema', () => {
    const message = writeMessage('ProcessedMessage', { uuid: 'rid', source: 1, slow_processing_time: 0.5 });
    const [uuid, time, source] = all(message);
    expect([uuid?.number, uuid?.bytes.toString()]).toEqual([3, 'rid']);
    expect(time?.raw).toEqual(floatMemberOf(26, 0.5));
    expect([source?.number, source?.whole]).toEqual([33, 1]);
  });

  it('survive although no schema knows them', () => {
    const message = Buffer.concat([memberOf(200, 'later'), memberOf(1, 'kb')]);
    expect(all(message).map(({ number }) => number)).toEqual([200, 1]);
    expect(readMessage<{ kbid: string }>('ProcessedMessage', message).kbid).toBe('kb');
  });

  it('give nothing of what is not copied away: their bytes are those of the message', () => {
    const message = memberOf(1, 'kb');
    const [kbid] = all(message);
    message[2] = 'x'.charCodeAt(0);
    expect(kbid?.bytes.toString()).toBe('xb');
  });

  it.each([
    ['that end too early', Uint8Array.of(0x0a, 0x05, 0x61)],
    ['whose length has no end', Uint8Array.of(0x0a, 0xff, 0xff, 0xff, 0xff, 0xff)],
    ['of a type that there is not', Uint8Array.of(0x0f)],
  ])('%s are an error', (_, bytes) => {
    expect(() => all(bytes)).toThrow();
  });

  it('are as many as were written, whatever they are', () => {
    const written = fc.array(fc.tuple(fc.integer({ min: 1, max: 2 ** 29 - 1 }), fc.uint8Array()));
    fc.assert(
      fc.property(written, (members) => {
        const message = Buffer.concat(members.map(([number, bytes]) => memberOf(number, bytes)));
        expect(all(message).map(({ number, bytes }) => [number, [...bytes]])).toEqual(
          members.map(([number, bytes]) => [number, [...bytes]]),
        );
      }),
    );
  });

  it('hold whole numbers up to the greatest that is exact', () => {
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (whole) => {
        expect(all(memberOf(1, whole))[0]?.whole).toBe(whole);
      }),
    );
  });

  it('never end in anything but members or an error, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        try {
          const read = all(bytes).reduce((sum, { raw }) => sum + raw.length, 0);
          expect(read).toBe(bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});

describe('a member that is a message', () => {
  it('is written of members', () => {
    const written = messageMemberOf(24, [memberOf(1, 4), memberOf(2, 'body')]);
    expect(readMessage<{ delete_fields: object[] }>('ProcessedMessage', written).delete_fields).toEqual([
      { field_type: 4, field: 'body' },
    ]);
  });

  it('may get further members', () => {
    const [field] = all(messageMemberOf(24, [memberOf(1, 4)]));
    if (!field) throw new Error('The message has no member');
    const written = memberWith(field, memberOf(2, 'body'));
    expect(written).toEqual(messageMemberOf(24, [memberOf(1, 4), memberOf(2, 'body')]));
  });
});
