import { byQuery, doorsOf, throughDoor } from './door';
import { endpointsOf } from './endpoint';
import { operation, type Policy } from './operation';

class Answer {
  text!: string;
}

const first: Policy = { credentials: ['nua'], role: 'any', on: 'nothing' };
const second: Policy = { credentials: ['sa'], role: 'READER', on: 'kb' };

const read = operation({
  name: 'test.text.read',
  summary: 'Read',
  http: { method: 'GET', path: '/text', host: 'zone', success: 200, member: 'text' },
  policy: first,
  answer: Answer,
  deadlineMs: 1_000,
  fails: { not_found: 'Nothing is there.' },
  doors: [
    {
      name: 'test.text.read-for-box',
      summary: 'Read for a box',
      description: 'The same.',
      http: { path: '/kb/{kbid}/text' },
      policy: second,
      fails: undefined,
    },
  ],
});

class Text {
  text!: string;
}
class TextQuery {
  words!: string[];
}
class Place {
  place?: string;
}

const write = operation({
  name: 'test.text.write',
  summary: 'Write',
  http: { method: 'POST', path: '/text', host: 'zone', success: 200 },
  policy: first,
  params: Place,
  body: Text,
  deadlineMs: 1_000,
  doors: [
    {
      name: 'test.text.write-by-query',
      summary: 'Write by query',
      description: 'The same.',
      http: { method: 'GET', path: '/text' },
      ...byQuery(TextQuery, ({ words }) => ({ text: words.join(' ') })),
    },
    {
      name: 'test.text.write-nothing',
      summary: 'Write nothing',
      description: 'The same.',
      http: { path: '/text/{place}' },
      ignoresBody: true,
    },
  ],
});

describe('a door', () => {
  it('has what it declares, and else what the operation declares', () => {
    const [main, other] = doorsOf(read);
    expect(main).toMatchObject({ door: 'test.text.read', policy: first, http: { path: '/text' } });
    expect(other).toMatchObject({
      name: 'test.text.read',
      door: 'test.text.read-for-box',
      summary: 'Read for a box',
      policy: second,
      http: { method: 'GET', path: '/kb/{kbid}/text', success: 200, member: 'text' },
      answer: Answer,
    });
    expect(other?.fails).toBeUndefined();
  });

  it('is the only one for a client that goes through it', () => {
    const other = throughDoor(read, 'test.text.read-for-box');
    expect(endpointsOf(other).map(({ path }) => path)).toEqual(['/kb/{kbid}/text']);
    expect(() => throughDoor(read, 'test.text.write')).toThrow('test.text.read has no door test.text.write');
  });

  it('may take a query that says the body, and clients send the query', () => {
    const [main, door] = doorsOf(write);
    expect([main?.query, main?.bodyOf]).toEqual([undefined, undefined]);
    expect([door?.http?.method, door?.query]).toEqual(['GET', TextQuery]);
    expect(door?.bodyOf?.({ words: ['high', 'water'] })).toEqual({ text: 'high water' });
    expect(throughDoor(write, 'test.text.write-by-query', TextQuery).query).toBe(TextQuery);
    expect(() => throughDoor(write, 'test.text.write-nothing', TextQuery)).toThrow(
      'test.text.write has no door test.text.write-nothing for a TextQuery',
    );
  });

  it('may ignore the body that another one takes', () => {
    expect(doorsOf(write).map(({ body }) => body)).toEqual([Text, undefined, undefined]);
  });

  it('is missing where only services call', () => {
    expect(doorsOf(operation({ name: 'test.text.keep', summary: 'Keep', deadlineMs: 1_000 }))).toEqual([]);
  });
});
