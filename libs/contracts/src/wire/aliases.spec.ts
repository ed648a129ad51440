import fc from 'fast-check';
import { parseAliasFile } from './aliases';

const parsed = (value: unknown) => parseAliasFile(JSON.stringify(value));

describe('an alias file', () => {
  it('may be empty', () => {
    expect(parsed({})).toEqual({ headers: {}, members: {}, values: {} });
  });

  it('compares headers without regard to case, members and values with it', () => {
    const Name = { accept: ['X-Acme'], emit: 'X-Acme' };
    expect(parsed({ headers: { Name }, members: { Name }, values: { Name }, homeTitle: 'Acme' })).toEqual({
      headers: { name: { accept: ['x-acme'], emit: 'X-Acme' } },
      members: { Name },
      values: { Name },
      homeTitle: 'Acme',
    });
  });

  it.each([
    [[], 'the file: must be an object'],
    [null, 'the file: must be an object'],
    [{ header: {} }, 'header: not known here'],
    [{ homeTitle: 1 }, 'homeTitle: must be a text'],
    [{ headers: [] }, 'headers: must be an object'],
    [{ members: { a: 'b' } }, 'members.a: must be an object'],
    [{ members: { a: { accepts: [] } } }, 'members.a.accepts: not known here'],
    [{ values: { a: { accept: 'b' } } }, 'values.a.accept: must be a list of texts'],
    [{ values: { a: { accept: ['b', ''] } } }, 'values.a.accept: must be a list of texts'],
    [{ values: { a: { emit: '' } } }, 'values.a.emit: must be a text'],
  ])('that is wrong is refused, and it says where: %j', (file, problem) => {
    expect(() => parsed(file)).toThrow(problem);
  });

  it('says everything that is wrong with it, a line each', () => {
    expect(() => parsed({ homeTitle: 1, headers: [], members: { a: { emit: 2 } } })).toThrow(
      ['homeTitle: must be a text', 'headers: must be an object', 'members.a.emit: must be a text'].join('\n'),
    );
  });

  it('is JSON', () => {
    expect(() => parseAliasFile('{')).toThrow(/^not JSON: /);
  });

  it('is either understood as it is, or refused with a reason', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (members) => {
        try {
          const alias = parsed({ members }).members;
          expect(Object.keys(alias).sort()).toEqual(Object.keys(Object(members)).sort());
        } catch (error) {
          expect(error).toMatchObject({ message: expect.stringMatching(/^members(\.|:)/) });
        }
      }),
    );
  });
});
