import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

/** How the next answer differs from a right one. */
export interface Forgery {
  readonly claims?: JWTPayload;
  readonly signedBy?: 'itself' | 'somebody else' | 'nobody';
  readonly description?: Readonly<Record<string, unknown>>;
  readonly tokenStatus?: number;
  readonly omitsIdToken?: boolean;
}

/** A provider that gives an ID token for any code, and can be told to lie. */
export class ForgingServer {
  forgery: Forgery = {};
  /** Of the last authorization request. */
  nonce = '';
  /** Of the person at GitHub. */
  addresses: readonly object[] = [];
  /** Bodies that its token endpoint got. */
  readonly received: URLSearchParams[] = [];
  private readonly own = generateKeyPair('RS256');
  private readonly other = generateKeyPair('RS256');

  private constructor(
    readonly issuer: string,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  static async start(): Promise<ForgingServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const made = new ForgingServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void made.answer(request).then((body) => {
        const status = 'status' in body ? Number(body.status) : 200;
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    return made;
  }

  close(): Promise<unknown> {
    return new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage): Promise<object> {
    const { issuer, forgery } = this;
    if (request.url === '/.well-known/openid-configuration')
      return {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        ...forgery.description,
      };
    if (request.url === '/jwks') {
      const { publicKey } = await this.own;
      return { keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'own' }] };
    }
    if (request.url === '/api/v3/user') return { id: 17, login: 'ada', name: null };
    if (request.url === '/api/v3/user/emails') return [...this.addresses];
    this.received.push(new URLSearchParams(await text(request)));
    if (forgery.tokenStatus !== undefined) return { status: forgery.tokenStatus, error: 'invalid_grant' };
    const tokens = { access_token: 'at', token_type: 'Bearer', expires_in: 60 };
    const isGithub = request.url === '/login/oauth/access_token';
    return forgery.omitsIdToken || isGithub ? tokens : { ...tokens, id_token: await this.idToken() };
  }

  private async idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const person = { sub: 'ada', email: 'ada@acme.example', email_verified: true };
    const times = { iat: now, exp: now + 60 };
    const claims = { iss: this.issuer, aud: 'lectern', nonce: this.nonce, ...times, ...person, ...this.forgery.claims };
    const { signedBy = 'itself' } = this.forgery;
    if (signedBy === 'nobody') return new UnsecuredJWT(claims).encode();
    const { privateKey } = await (signedBy === 'itself' ? this.own : this.other);
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(privateKey);
  }
}
