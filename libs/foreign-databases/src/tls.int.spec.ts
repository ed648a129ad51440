import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { ForeignDatabases } from './foreign-databases';
import { type PostgresShop, postgresShop } from './postgres-shop.fixture';

// Made for this spec; the key is known to everybody, and nobody trusts the certificate.
const cert = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUANcM/wN+m5ey5nHJteN2yq9VcaUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEzMDA0MTkzOVoYDzIxMjYxMTA2
MDQxOTM5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATQx5/X34ZySrjYxW63l2AmMOr0ACvSsWuEiy0G/ReqF/cmKzwpOx2z
8RsveU97buEcep4Xyqcqme8tLwkowbryo28wbTAdBgNVHQ4EFgQUoztKelPiAgp7
arc0PVPyL5o3rm4wHwYDVR0jBBgwFoAUoztKelPiAgp7arc0PVPyL5o3rm4wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAOd7Nx7LiJFin9sxYaudZtb1ThL/N+LxHLPuEFDKjaHpAiEA
6Ir3Jmo5MIFZAT4EsCpauNbeXJVwfxrEk+IyDHga9io=
-----END CERTIFICATE-----`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgPNPrfXtcIyDWCKUh
lscvkJSrilWhrNO8vg2E+rWWQHShRANCAATQx5/X34ZySrjYxW63l2AmMOr0ACvS
sWuEiy0G/ReqF/cmKzwpOx2z8RsveU97buEcep4Xyqcqme8tLwkowbry
-----END PRIVATE KEY-----`;
/** With which a client of PostgreSQL asks for TLS. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const all = { include: [], ignore: [], views: false };

describe('a PostgreSQL server with TLS, whose certificate nobody has signed', () => {
  let shop: PostgresShop;
  let server: Server;
  let egress: Egress;
  let databases: ForeignDatabases;
  let port: number;
  /** How connections began. */
  let begun: string[];

  beforeAll(async () => {
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
    const clear = new TLSSocket(socket, { isServer: true, cert, key });
    const inside = connect(shop.relay.port, '127.0.0.1');
    for (const one of [clear, inside]) one.on('error', () => [clear, inside].forEach((end) => end.destroy()));
    clear.pipe(inside).pipe(clear);
  }
  const tables = (mode: string) => {
    const dsn = shop.dsn.replace(`:${shop.relay.port}`, `:${port}`);
    return databases
      .sql({ dsn: `${dsn}?sslmode=${mode}` }, { owner: 'agent', signal: new AbortController().signal })
      .tables(all);
  };

  it.each(['prefer', 'require'])('is asked over TLS with sslmode %s', async (mode) => {
    expect((await tables(mode)).map(({ name }) => name)).toContain('orders');
    expect(begun).toEqual(['TLS']);
  });

  it('is not asked where its certificate is to be verified', async () => {
    for (const mode of ['verify-ca', 'verify-full'])
      await expect(tables(mode)).rejects.toMatchObject({ code: 'unavailable' });
    expect(new Set(begun)).toEqual(new Set(['TLS']));
  });

  it('is spoken to without TLS only where the mode says so, which this server refuses', async () => {
    await expect(tables('disable')).rejects.toMatchObject({ code: 'unavailable' });
    expect(begun).toEqual(['plain']);
  });
});
