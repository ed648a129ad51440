import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { TestAuthority, type TestCertificate } from '@lectern/testing';
import { ForeignDatabases } from './foreign-databases';
import { type PostgresShop, postgresShop } from './postgres-shop.fixture';

const HOST = '127.0.0.1';
const past = { from: new Date(Date.now() - 172_800_000), until: new Date(Date.now() - 86_400_000) };
/** With which a client of PostgreSQL asks for TLS. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const all = { include: [], ignore: [], views: false };

describe('a PostgreSQL server with TLS, whose certificate an authority of the spec has signed', () => {
  let shop: PostgresShop;
  let server: Server;
  let egress: Egress;
  let databases: ForeignDatabases;
  let port: number;
  /** How connections began. */
  let begun: string[];
  let authority: TestAuthority;
  let own: TestCertificate;
  /** Of the server. */
  let shown: TestCertificate;

  beforeAll(async () => {
    authority = await TestAuthority.create();
    own = await authority.certificate({ hosts: [HOST] });
    shop = await postgresShop();
    server = createServer((socket) => void relay(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo); // of a server that listens
    egress = new Egress(new Guard(new AllowList([`127.0.0.1:${port}`])));
    databases = new ForeignDatabases(egress, undefined);
  });
  beforeEach(() => {
    begun = [];
    shown = own;
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await egress.onApplicationShutdown();
    server.close();
    await shop.end();
  });

  /** Ends the encryption, as a proxy before a database does; what comes without any is refused. */
  async function relay(socket: Socket): Promise<void> {
    socket.on('error', () => undefined);
    const [first]: Buffer[] = await once(socket, 'data');
    const isAsked = first?.equals(SSL_REQUEST) === true;
    begun.push(isAsked ? 'TLS' : 'plain');
    if (!isAsked) return void socket.destroy();
    socket.write('S');
    const clear = new TLSSocket(socket, { isServer: true, ...shown });
    const inside = connect(shop.relay.port, '127.0.0.1');
    for (const one of [clear, inside]) one.on('error', () => [clear, inside].forEach((end) => end.destroy()));
    clear.pipe(inside).pipe(clear);
  }
  const tables = (mode: string, ca?: string) => {
    const dsn = shop.dsn.replace(`:${shop.relay.port}`, `:${port}`);
    return databases
      .sql({ dsn: `${dsn}?sslmode=${mode}`, ca }, { owner: 'agent', signal: new AbortController().signal })
      .tables(all);
  };

  it.each(['prefer', 'require'])('is asked over TLS with sslmode %s', async (mode) => {
    expect((await tables(mode)).map(({ name }) => name)).toContain('orders');
    expect(begun).toEqual(['TLS']);
  });

  it.each(['prefer', 'require', 'verify-full'])(
    'is verified with the authority of its driver, with %s',
    async (mode) => {
      expect((await tables(mode, authority.ca)).map(({ name }) => name)).toContain('orders');
      const { ca: other } = await TestAuthority.create();
      expect(await tables(mode, `${other}\n${authority.ca}`)).not.toEqual([]);
      await expect(tables(mode, other)).rejects.toThrow('its certificate is not valid');
      expect(new Set(begun)).toEqual(new Set(['TLS']));
    },
  );

  it.each<[string, () => Promise<TestCertificate>]>([
    ['has expired', () => authority.certificate({ hosts: [HOST], ...past })],
    ['is that of another host', () => authority.certificate({ hosts: ['localhost', '127.0.0.2'] })],
    ['is that of a client', () => authority.certificate({})],
    ['is by another authority', async () => (await TestAuthority.create()).certificate({ hosts: [HOST] })],
  ])('is not asked when its certificate %s', async (_, made) => {
    shown = await made();
    // Another text, so that no connection from before is used.
    const { ca: also } = await TestAuthority.create();
    await expect(tables('prefer', `${authority.ca}\n${also}`)).rejects.toThrow('its certificate is not valid');
    expect(begun).toEqual(['TLS']);
  });

  it.each([
    ['no PEM', 'secret-text', 'require', /cannot be read/],
    ['no certificate', '-----BEGIN CERTIFICATE-----\nc2VjcmV0\n-----END CERTIFICATE-----', 'require', /cannot be read/],
    ['unused', undefined, 'disable', /leave one of them out/],
  ])('is not asked with an authority that is %s', (_, given, mode, text) => {
    const read = () => tables(mode, given ?? authority.ca);
    expect(read).toThrow(text);
    expect(read).not.toThrow(/secret|BEGIN/);
    expect(begun).toEqual([]);
  });

  it('is not asked where nobody says who signed its certificate, and it is to be verified', async () => {
    for (const mode of ['verify-ca', 'verify-full'])
      await expect(tables(mode)).rejects.toMatchObject({ code: 'unavailable' });
    expect(new Set(begun)).toEqual(new Set(['TLS']));
  });

  it('is spoken to without TLS only where the mode says so, which this server refuses', async () => {
    await expect(tables('disable')).rejects.toMatchObject({ code: 'unavailable' });
    expect(begun).toEqual(['plain']);
  });
});
