import { Reader, Writer } from 'protobufjs/minimal';
import { foundNothing } from './agent-findings';
import { readFieldMetadata, writeFieldMetadata, writeFieldText, writeQuestions } from './field-message';

const base64 = (writer: Writer) => Buffer.from(writer.finish()).toString('base64');

/** A FieldMetadata with two paragraphs, a label, a language, and an unknown member. */
function metadata(): string {
  const writer = Writer.create();
  for (const [start, end] of [
    [0, 5],
    [300, 400],
  ] as const)
    writer.uint32(18).fork().uint32(8).int32(start).uint32(16).int32(end).ldelim();
  writer.uint32(34).fork().uint32(10).string('topic').uint32(18).string('sea').ldelim();
  return base64(
    writer
      .uint32(82)
      .string('en')
      .uint32(8_000 * 8)
      .int32(-1),
  );
}

describe('FieldMetadata messages', () => {
  it('are read for places of paragraphs and labels', () => {
    expect(readFieldMetadata(metadata())).toEqual({
      paragraphs: [
        { key: '0', start: 0, end: 5 },
        { key: '1', start: 300, end: 400 },
      ],
      labels: [{ labelset: 'topic', label: 'sea' }],
    });
    expect(readFieldMetadata('')).toEqual({ paragraphs: [], labels: [] });
  });

  it('stay as they are when nothing is found', () => {
    expect(writeFieldMetadata(metadata(), foundNothing)).toBe(metadata());
  });

  it('get what agents found beside all that they had', () => {
    const sky = { labelset: 'topic', label: 'sky' };
    const entity = { text: 'Ada', label: 'PERSON', positions: [{ start: 1, end: 4 }] };
    const written = writeFieldMetadata(metadata(), {
      ...foundNothing,
      classifications: [sky],
      paragraphs: [{ key: '1', classifications: [sky] }],
      entities: { people: [entity] },
    });
    const again = readFieldMetadata(written);
    expect(again.labels).toEqual([{ labelset: 'topic', label: 'sea' }, sky]);
    expect(again.paragraphs).toEqual(readFieldMetadata(metadata()).paragraphs);
    const reader = Reader.create(Buffer.from(written, 'base64'));
    const members = new Map<number, Uint8Array[]>();
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if ((tag & 7) === 2) members.set(tag >>> 3, [...(members.get(tag >>> 3) ?? []), reader.bytes()]);
      else reader.skipType(tag & 7);
    }
    expect([...members.keys()]).toEqual([2, 4, 10, 15]);
    expect(Buffer.from(members.get(2)?.[1] ?? []).toString('latin1')).toMatch(/topic.*sky/s);
    expect(Buffer.from(members.get(15)?.[0] ?? []).toString('latin1')).toMatch(/people.*Ada.*PERSON/s);
  });

  it('that are none are refused', () => {
    expect(() => readFieldMetadata(Buffer.from([0x12, 0x7f]).toString('base64'))).toThrow('no FieldMetadata message');
  });
});

describe('other messages', () => {
  it('have texts with their format, and questions with answers and reasons', () => {
    const text = Reader.create(
      Buffer.from(writeFieldText({ destination: 'a', body: 'Hi', format: 'MARKDOWN' }), 'base64'),
    );
    expect([text.uint32(), text.string(), text.uint32(), text.int32()]).toEqual([10, 'Hi', 16, 3]);
    expect(writeQuestions(foundNothing)).toBeNull();
    const question = { question: 'Who?', answer: 'Ada', reason: 'Said', paragraphs: ['p'] };
    const written = Buffer.from(writeQuestions({ ...foundNothing, questions: [question] }) ?? '', 'base64');
    expect(written.toString('latin1')).toMatch(/Who\?.*p.*Ada.*p.*Said/s);
  });
});
