import { doorsOf, throughDoor } from './door';
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

  it('is missing where only services call', () => {
    expect(doorsOf(operation({ name: 'test.text.keep', summary: 'Keep', deadlineMs: 1_000 }))).toEqual([]);
  });
});
