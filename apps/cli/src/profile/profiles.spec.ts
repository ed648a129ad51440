import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, ScriptedServer } from '../scripted-server.fixture';
import { connectionOf } from './connection';
import { Profiles } from './profiles';

const url = 'https://lectern.example.org';

describe('sign-ins', () => {
  let home: string;

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'lectern-home-'));
  });

  afterEach(() => rm(home, { recursive: true, force: true }));

  const profiles = () => new Profiles({ HOME: home });

  it('are kept in a file that only their user can read', async () => {
    await profiles().change('work', () => ({ url, token: 't' }));
    await profiles().use('work');
    const folder = join(home, '.config/lectern');
    expect((await stat(join(folder, 'profiles.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readdir(folder)).toEqual(['profiles.json']);
    expect([profiles().nameOf(), profiles().find('work')]).toEqual(['work', { url, token: 't' }]);
  });

  it('survive changes at the same time', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `p${index}`);
    await Promise.all(names.map((name) => profiles().change(name, () => ({ url }))));
    expect(Object.keys(profiles().all()).sort()).toEqual(names);
  });

  it('are sent to the server that they are of, and to no other', async () => {
    await profiles().change('default', () => ({ url, token: 'secret' }));
    const given = { options: {}, profiles: profiles(), env: { HOME: home } };
    const { origin, credential } = connectionOf(given);
    expect([origin, await credential()]).toEqual([url, { authorization: 'Bearer secret' }]);
    expect(() => connectionOf({ ...given, options: { url: 'https://evil.example.org' } })).toThrow(
      'is of https://lectern',
    );
    expect(() => connectionOf({ ...given, env: { HOME: home, LECTERN_URL: 'http://evil.example.org' } })).toThrow(
      'is of',
    );
  });

  it('with an API key use its header', async () => {
    await profiles().change('default', () => ({ url, token: 'k', kind: 'api-key' }));
    const { credential } = connectionOf({ options: {}, profiles: profiles(), env: {} });
    expect(await credential()).toEqual({ 'x-svc-serviceaccount': 'Bearer k' });
  });

  it('need a home only where they are written', async () => {
    expect(new Profiles({}).nameOf()).toBe('default');
    await expect(new Profiles({}).use('work')).rejects.toThrow('set HOME, or XDG_CONFIG_HOME');
  });

  it('that cannot be read are not overwritten', async () => {
    await profiles().use('work');
    await writeFile(join(home, '.config/lectern/profiles.json'), '{');
    await expect(profiles().use('other')).rejects.toThrow('mend it or delete it');
  });

  it('begin with a token that the server accepts, and end', async () => {
    const server = await ScriptedServer.start({ accounts: [{ slug: 'acme' }] });
    const env = { HOME: home, LECTERN_URL: server.url };
    expect(await run(['login', '--token', 'secret'], env)).toMatchObject({ code: 0 });
    expect(profiles().find('default')).toMatchObject({ url: server.url, token: 'secret' });
    expect(await run(['profiles', 'list', '--json'], env)).toMatchObject({
      code: 0,
      stdout: expect.not.stringContaining('secret'),
    });
    expect(await run(['logout'], env)).toMatchObject({ code: 0 });
    expect(profiles().find('default')).toBeUndefined();
    await server.run('profiles', 'list');
  });

  it('that the server refuses are not kept', async () => {
    const server = await ScriptedServer.start(401);
    expect(await run(['login', '--token', 'wrong'], { HOME: home, LECTERN_URL: server.url })).toMatchObject({
      code: 3,
    });
    expect(profiles().find('default')).toBeUndefined();
    await server.run('profiles', 'list');
  });
});
