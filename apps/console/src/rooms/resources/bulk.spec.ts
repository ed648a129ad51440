import type { Resource } from '@lectern/contracts/knowledge-box';
import { commonGroups, forEach, withDetails, withLabel } from './bulk';

describe('what is done with many resources', () => {
  it('is done four at a time, with each of them', async () => {
    let [running, most] = [0, 0];
    const done: string[] = [];
    const failures = await forEach(['a', 'b', 'c', 'd', 'e', 'f', 'g'], async (rid) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      done.push(rid);
    });
    expect([most, done.sort().join(''), failures]).toEqual([4, 'abcdefg', []]);
  });

  it('goes on after one of them fails, which is named', async () => {
    const error = new Error('No');
    const failures = await forEach(['a', 'b', 'c'], (rid) => (rid === 'b' ? Promise.reject(error) : Promise.resolve()));
    expect(failures).toEqual([{ rid: 'b', error }]);
  });
});

describe('details that are added', () => {
  const none = { language: '', tags: [], people: [], path: '', created: '', key: '', value: '' };
  const origin = { tags: ['x'], collaborators: ['Ada'], metadata: { page: '3' }, related: [], source: 'API' as const };

  it('change nothing that is not given', () => {
    expect(withDetails({ id: 'r1', origin }, none)).toEqual({});
    expect(withDetails({ id: 'r1', origin }, { ...none, language: ' es ' })).toEqual({ metadata: { language: 'es' } });
  });

  it('keep what the origin has, since a modification replaces it', () => {
    const added = { ...none, tags: ['x', 'y'], people: ['Grace'], key: 'volume', value: '2' };
    expect(withDetails({ id: 'r1', origin }, added)).toEqual({
      origin: {
        ...origin,
        tags: ['x', 'y'],
        collaborators: ['Ada', 'Grace'],
        metadata: { page: '3', volume: '2' },
      },
    });
    const dated = withDetails({ id: 'r1', origin }, { ...none, path: ' pier/a.pdf ', created: '1997-03-04T05:06' });
    const created = new Date('1997-03-04T05:06').toISOString();
    expect(dated).toEqual({ origin: { ...origin, path: 'pier/a.pdf', created } });
    expect(withDetails({ id: 'r1' }, { ...none, tags: ['y'] })).toMatchObject({
      origin: { tags: ['y'], metadata: {} },
    });
  });
});

describe('the groups of several resources', () => {
  const of = (...access_groups: string[]): Resource => ({ id: 'r', security: { access_groups } });

  it('are those that all of them have, in any order', () => {
    expect(commonGroups([of('crew', 'pilots'), of('pilots', 'crew')])).toEqual(['crew', 'pilots']);
    expect(commonGroups([of(), { id: 'r' }])).toEqual([]);
  });

  it('are unknown if the resources have different ones', () => {
    expect(commonGroups([of('crew'), of()])).toBeUndefined();
  });
});

describe('a label that is added', () => {
  const label = { labelset: 'topics', label: 'sea', cancelled_by_user: false };
  const resource = (...classifications: readonly object[]) =>
    ({ id: 'r', usermetadata: { classifications, relations: [] } }) as unknown as Resource; // other members do not count

  it('keeps those that are there', () => {
    const present = { labelset: 'topics', label: 'moon', cancelled_by_user: false };
    expect(withLabel(resource(present), label)).toEqual([present, label]);
  });

  it('is there once, and holds again when somebody had withdrawn it', () => {
    expect(withLabel(resource({ ...label, cancelled_by_user: true }), label)).toEqual([label]);
    expect(withLabel({ id: 'r' }, label)).toEqual([label]);
  });
});
