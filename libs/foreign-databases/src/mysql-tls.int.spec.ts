import { describeUnless, findMariadb, MariadbServer, TestAuthority } from '@lectern/testing';
import { ForeignDatabases } from './foreign-databases';

const all = { include: [], ignore: [], views: false };
const mariadb = findMariadb();

describeUnless('missing' in mariadb ? mariadb.missing : undefined, 'a MariaDB server with TLS', () => {
  // The names of the spec are those of this machine.
  const databases = new ForeignDatabases({ addressesFor: async () => ['127.0.0.1'] }, undefined);
  let authority: TestAuthority;
  let server: MariadbServer;

  beforeAll(async () => {
    authority = await TestAuthority.create();
    server = await MariadbServer.start(mariadb, await authority.certificate({ hosts: ['db.test'] }));
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await server.stop();
  });

  const tables = (mode: string, { ca, host = 'db.test' }: { readonly ca?: string; readonly host?: string } = {}) => {
    const dsn = server.url.replace('127.0.0.1', host).replace('sslmode=disable', `sslmode=${mode}`);
    return databases.sql({ dsn, ca }, { owner: 'agent', signal: new AbortController().signal }).tables(all);
  };

  it.each(['prefer', 'require', 'verify-full'])(
    'is verified with the authority of its driver, with %s',
    async (mode) => {
      expect(await tables(mode, { ca: authority.ca })).toEqual([]);
      const { ca: other } = await TestAuthority.create();
      await expect(tables(mode, { ca: other })).rejects.toThrow('its certificate is not valid');
    },
  );

  it('is not asked where nobody says who signed its certificate, and it is to be verified', async () => {
    await expect(tables('verify-full')).rejects.toThrow('its certificate is not valid');
    expect(await tables('require')).toEqual([]);
  });

  it('is not asked under a name that its certificate does not have', async () => {
    await expect(tables('require', { ca: authority.ca, host: 'other.test' })).rejects.toThrow(
      'its certificate is not valid',
    );
  });

  it('without TLS is asked where TLS is only preferred, and refused at once elsewhere', async () => {
    const plain = await MariadbServer.start(mariadb);
    const of = (mode: string) =>
      databases
        .sql(
          { dsn: plain.url.replace('=disable', `=${mode}`) },
          { owner: 'agent', signal: AbortSignal.timeout(60_000) },
        )
        .tables(all);
    expect(await of('prefer')).toEqual([]);
    await expect(of('require')).rejects.toMatchObject({ code: 'unavailable' });
    await plain.stop();
  });
});
