import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A person at the provider. */
export interface ServedPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

/** A real OpenID provider on this machine, at which whoever comes is signed in as `person`. */
export class OpenIdServer {
  person: ServedPerson = { sub: 'ada', email: 'ada@acme.example', email_verified: true, name: 'Ada' };

  private constructor(
    readonly issuer: string,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  /** Makes the library silent about what a deployment of its own should configure. */
  static async start(redirectUris: readonly string[]): Promise<OpenIdServer> {
    for (const kind of ['info', 'warn'] as const) jest.spyOn(console, kind).mockImplementation();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const made = new OpenIdServer(`http://127.0.0.1:${port}`, server);
    const provider = made.provider(redirectUris);
    const serve = provider.callback();
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (!request.url?.startsWith('/signed-in/')) return void serve(request, response);
      const result = { login: { accountId: made.person.sub } };
      return void provider.interactionFinished(request, response, result);
    });
    return made;
  }

  /** Follows the redirects of the provider as a browser does. @returns the address of the app that it ends at */
  async visit(address: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let at = address;
    for (let hops = 0; hops < 10 && at.startsWith(this.issuer); hops++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const next = answer.headers.get('location');
      if (next === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
      at = new URL(next, at).href;
    }
    return new URL(at);
  }

  close(): Promise<unknown> {
    return new Promise((resolve) => this.server.close(resolve));
  }

  private provider(redirectUris: readonly string[]): Provider {
    return new Provider(this.issuer, {
      clients: [
        {
          client_id: 'lectern',
          client_secret: 'a-secret-of-the-deployment',
          redirect_uris: [...redirectUris],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      interactions: { url: (_, { uid }) => `/signed-in/${uid}` },
      findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...this.person, sub }) }),
      loadExistingGrant: async ({ oidc }) => {
        const clientId = oidc.client?.clientId ?? '';
        const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId ?? '', clientId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
  }
}
