import fc from 'fast-check';
import { allOperations } from '../operations';
import { statusOf } from './errors';
import { failsWithoutRoom } from './failures';
import { documentOperation, DocumentPiece, needsRoom, operation, streamOperation } from './operation';

class Answer {
  text!: string;
}

const parts = { name: 'test.text.write', summary: 'Write', deadlineMs: 1_000 };
const post = { method: 'POST', path: '/text', host: 'zone', success: 200 } as const;
const writes = operation({ ...parts, http: post, fails: failsWithoutRoom });

describe('an operation that stores data', () => {
  it('needs room, and one that reads or deletes does not', () => {
    expect(needsRoom(writes)).toBe(true);
    expect(needsRoom(operation({ ...parts, http: post }))).toBe(false);
    expect(needsRoom(operation({ ...parts, http: { ...post, method: 'DELETE' }, fails: failsWithoutRoom }))).toBe(
      false,
    );
  });

  it('does not need room when it frees some', () => {
    expect(needsRoom({ ...writes, worksWithoutRoom: true })).toBe(false);
    expect(needsRoom({ ...writes, worksWithoutRoom: true }, { text: 'x' })).toBe(false);
  });

  const restricts = { ...writes, worksWithoutRoom: ['security', 'hidden'] };

  it.each([
    [{ security: { groups: ['hr'] } }],
    [{ hidden: true, security: null }],
    [{ hidden: true, texts: {}, files: {}, labels: [] }],
    [{ hidden: true, title: null, summary: undefined }],
    [{}],
  ])('does not need room for %j, where only restrictions are done without', (body) => {
    expect(needsRoom(restricts, body)).toBe(false);
  });

  it.each([[{ security: {}, title: '' }], [{ hidden: true, texts: { a: 1 } }], [{ flag: false }], [{ count: 0 }]])(
    'needs room for %j',
    (body) => {
      expect(needsRoom(restricts, body)).toBe(true);
    },
  );

  it.each([undefined, null, 'text', 7])('needs room for a body that is no object: %j', (body) => {
    expect(needsRoom(restricts, body)).toBe(true);
  });

  it('needs more room with more members, never less', () => {
    const bodies = fc.dictionary(fc.constantFrom('security', 'hidden', 'title', 'texts'), fc.jsonValue());
    fc.assert(
      fc.property(bodies, bodies, (less, more) => {
        if (needsRoom(restricts, less)) expect(needsRoom(restricts, { ...more, ...less })).toBe(true);
      }),
    );
  });
});

describe('an operation with many values', () => {
  it('is a stream, and one that answers a document is a stream of its pieces', () => {
    const stream = streamOperation({ ...parts, answer: Answer });
    expect([stream.stream, stream.answer]).toEqual([true, Answer]);
    const document = documentOperation({ ...parts, http: { ...post, success: 201 }, answer: Answer });
    expect(document).toMatchObject({ stream: true, answer: DocumentPiece, document: Answer, http: { success: 201 } });
    expect('stream' in operation({ ...parts, answer: Answer })).toBe(false);
  });
});

describe('every declared operation', () => {
  it('has a name of its own, which begins with its service', () => {
    const names = allOperations.map(({ name }) => name);
    expect(names.filter((name) => !/^[a-z]+(\.[a-z][a-z0-9-]*){1,3}$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has a deadline between a second and two hours', () => {
    for (const { name, deadlineMs } of allOperations) {
      expect([name, deadlineMs >= 1_000 && deadlineMs <= 7_200_000]).toEqual([name, true]);
    }
  });

  it('has a policy where it has a path, so that none is open by accident', () => {
    for (const { name, http, policy } of allOperations)
      expect([name, http === undefined || policy !== undefined]).toEqual([name, true]);
  });

  it('says what else to do where it is refused for everyone', () => {
    const refused = allOperations.flatMap(({ name, refuses }) => (refuses ? [{ name, ...refuses }] : []));
    expect(refused.length).toBeGreaterThan(5);
    for (const { name, code, message } of refused) {
      expect([name, statusOf[code] >= 400 && statusOf[code] < 500]).toEqual([name, true]);
      expect(message.length).toBeGreaterThan(20);
    }
  });

  it('never lets guests change anything but by asking', () => {
    const changing = allOperations.filter(
      ({ http, policy }) => ['PUT', 'PATCH', 'DELETE'].includes(http?.method ?? '') && policy?.on === 'kb',
    );
    expect(changing.length).toBeGreaterThan(20);
    for (const { name, policy } of changing)
      expect([name, policy?.credentials]).toEqual([name, expect.not.arrayContaining(['none', 'eph'])]);
  });
});
