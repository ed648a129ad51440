import { masterKeyOf, randomSecret, SecretEnvelope } from '@lectern/secrets';
import { AgenticSourceSecrets, shownSource } from './agentic-source-secrets';

const secrets = new AgenticSourceSecrets(new SecretEnvelope([masterKeyOf(randomSecret())]));
const key = { kbid: '00000000-0000-4000-8000-000000000001', id: 'tools' };
const KEY = 'the-secret-of-the-source';
const server = {
  type: 'mcp',
  description: 'Tools',
  uri: 'https://a.example/mcp',
  headers: { 'x-key': KEY },
  valid_headers: [],
};
const changed = (change: object, source: object = server) => secrets.changed(key, secrets.seal(key, source), change);
const faultOf = (change: object, source?: object): unknown => {
  try {
    changed(change, source);
    return undefined;
  } catch (error) {
    return String(error);
  }
};

describe('the secrets of a source', () => {
  it('are stored sealed, open in their place only, and are not shown', () => {
    const sealed = secrets.seal(key, server);
    expect(JSON.stringify(sealed)).not.toContain(KEY);
    expect(secrets.open(key, sealed)).toEqual(server);
    expect(() => secrets.open({ ...key, id: 'other' }, sealed)).toThrow();
    expect(shownSource(sealed)).toEqual({ ...server, headers: null });
  });

  it('are none of a part of the box', () => {
    const part = { type: 'kbdb', description: '', labels: ['a/b'], resource_filters: [] };
    expect(secrets.seal(key, part)).toEqual(part);
    expect(shownSource(part)).toEqual(part);
  });

  it('stay when other members change', () => {
    const open = (change: object) => secrets.open(key, changed(change));
    expect(open({ description: 'More', headers: null })).toMatchObject({
      description: 'More',
      headers: server.headers,
    });
    expect(open({ headers: { 'x-other': 'o' } })).toMatchObject({ headers: { ...server.headers, 'x-other': 'o' } });
    expect(open({ description: null })).toMatchObject({ description: 'Tools' });
  });

  it('never reach another address', () => {
    expect(faultOf({ uri: 'https://b.example' })).toContain('headers again');
    const moved = secrets.open(key, changed({ uri: 'https://b.example', headers: { 'x-key': 'new' } }));
    expect(moved).toMatchObject({ uri: 'https://b.example', headers: { 'x-key': 'new' } });
  });
});

describe('a change of a source', () => {
  it('replaces its lists and its expression, and null is the default', () => {
    const expression = (id: string) => ({ field: { prop: 'language', language: id } });
    const part = { type: 'kbdb', description: '', filter_expression: expression('en'), labels: ['a/b'] };
    expect(changed({ labels: ['c/d'], filter_expression: expression('de') }, part)).toMatchObject({
      labels: ['c/d'],
      filter_expression: expression('de'),
    });
    expect(changed({ labels: null, filter_expression: null }, part)).toEqual({
      type: 'kbdb',
      description: '',
      labels: [],
      resource_filters: [],
    });
  });

  it.each([
    [{ type: 'kbdb' }, 'the type of a source stays'],
    [{ labels: ['a/b'] }, 'a source of mcp has no labels'],
    [{ key: 'k' }, 'a source of mcp has no key'],
  ])('is not %j', (change, problem) => {
    expect(faultOf(change)).toContain(problem);
  });
});
