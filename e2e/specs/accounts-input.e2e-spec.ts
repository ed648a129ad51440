import { createAccount, createScimToken } from '@lectern/contracts/accounts';
import { FORM_TOKEN, type Violation } from '@lectern/contracts/core';
import type { HttpOperation } from '@lectern/gateway';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import {
  accountsOperations,
  type AccountsRequest,
  allowedFor,
  type Forbidden,
  forbiddenIn,
  isForm,
  type Opener,
  openerOf,
  textPairs,
} from '../harness/accounts-requests';
import { Client } from '../harness/client';
import { bearer } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { inParallel } from '../harness/parallel';
import { PlainBrowser } from '../harness/plain-browser';
import { Standalone } from '../harness/standalone';
import { newUserOf } from '../harness/users';

const CONNECTIONS = 4;
/** Made-up requests of an operation. */
const CASES = Number(process.env['ACCOUNTS_CASES'] ?? 4);
/** The same requests in each run; `SEED` chooses others. */
const SEED = 569_998_971;
const BOUND_MS = 300_000;

interface World {
  readonly account: string;
  readonly user: string;
  readonly clients: Readonly<Record<Opener, Client>>;
}

inStandalone('requests for the host of accounts, %s', () => {
  let product: Standalone;
  let browser: PlainBrowser;
  let formToken: string;
  let world: World;

  beforeAll(async () => {
    const env = { SIGN_UP: 'anyone', TRUSTED_PROXIES: '127.0.0.1', WRONG_CREDENTIALS_PER_MINUTE_MAX: '100000' };
    product = await Standalone.start({ env });
    browser = new PlainBrowser(product.origin);
    const page = await browser.open('/user/signup');
    [, formToken = ''] = new RegExp(`name="${FORM_TOKEN}" value="([^"]+)"`).exec(page.text) ?? [];
    world = await newWorld();
  }, 180_000);
  afterAll(() => product?.stop());

  const client = (token?: string) => new Client(product.origin, token === undefined ? {} : bearer(token));

  /** A person with an account and its identity provider, since some requests end one of them. */
  async function newWorld(): Promise<World> {
    const { id: user, credential } = await newUserOf(product);
    const person = new Client(product.origin, credential);
    const { id: account } = await person.api.call(createAccount, { body: { title: `Acme ${randomUUID()}` } });
    const { token } = await person.api.call(createScimToken, { params: { account }, body: { description: 'Entra' } });
    const clients = { anyone: client(), user: person, 'identity provider': client(token), root: client(product.token) };
    return { account, user, clients };
  }

  async function livingWorld(): Promise<World> {
    const { account, clients } = world;
    const isAlive = async () =>
      (await clients.user.send('GET', `/account/${account}/users`)).status === 200 &&
      (await clients['identity provider'].send('GET', `/account/${account}/scim/v2/Schemas`)).status === 200;
    if (!(await isAlive())) world = await newWorld();
    return world;
  }

  const pathOf = ({ http }: HttpOperation, { account, user }: World) => {
    const names: Record<string, string> = { account, account_id: account, user_id: user, email: 'a@example.org' };
    return http.path.replace(/\{(\w+)\*?\}/g, (_, name: string) => names[name] ?? randomUUID());
  };

  /** Each from a network of its own, since the limits of networks are not what this is about. */
  async function send(operation: HttpOperation, { query, headers, body }: AccountsRequest, inWorld: World) {
    const caller = inWorld.clients[openerOf(operation)];
    const pairs = textPairs(headers).map(([name, text]) => [name, encodeURIComponent(text)] as const);
    const network = `2001:db8:${Array.from({ length: 2 }, () => Math.floor(Math.random() * 65_536).toString(16)).join(':')}::1`;
    const sent: Record<string, string> = { ...Object.fromEntries(pairs), 'x-forwarded-for': network };
    const path = `${pathOf(operation, inWorld)}?${new URLSearchParams(textPairs(query).map((pair) => [...pair]))}`;
    const { method } = operation.http;
    if (!isForm(operation))
      return caller.send(method, `${product.origin}${path}`, { ...(body !== undefined && { body }), headers: sent });
    const token = operation.http.takesForeignForms ? [] : [[FORM_TOKEN, formToken]];
    const form = new URLSearchParams([...textPairs(body).map((pair) => [...pair]), ...token]);
    const answer = await browser.once(path, { method, body: form, headers: sent });
    return { status: answer.status, body: await parsed(answer) };
  }

  async function parsed(answer: Response): Promise<unknown> {
    const text = await answer.text();
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  }

  /** What is wrong with the refusal of a forbidden value, in the envelope of its operation. */
  async function complaint(operation: HttpOperation, wrong: Forbidden, inWorld: World): Promise<string | undefined> {
    const place = { query: 'query', header: 'headers', body: 'body' }[wrong.in];
    const { status, body } = await send(operation, { [place]: wrong.value }, inWorld);
    const loc = [wrong.in, ...wrong.loc].join('.');
    const { detail, error, schemas } = Object(body);
    const { refusal, reply } = operation.http;
    const violations: readonly Violation[] = Array.isArray(detail) ? detail : [];
    const isNamed = violations.some((one) => one.loc.join('.') === loc && wrong.types.includes(one.type));
    const isRight =
      refusal === undefined
        ? status === 422 && isNamed
        : reply === 'html'
          ? status === 422 && String(body).includes('role="alert"')
          : schemas !== undefined
            ? status === 400 && detail !== ''
            : status === 400 && error === 'invalid_request';
    return isRight ? undefined : `${loc}: ${status} ${JSON.stringify(body).slice(0, 200)}`;
  }

  const forbidden = accountsOperations
    .map((operation) => ({ name: operation.endpoint.id, operation, wrong: forbiddenIn(operation) }))
    .filter(({ wrong }) => wrong.length > 0);

  it.each(forbidden)('with a value that the declaration forbids are refused, $name', async ({ operation, wrong }) => {
    const inWorld = await livingWorld();
    const complaints = await inParallel(wrong, CONNECTIONS, (one) => complaint(operation, one, inWorld));
    expect(complaints.filter(Boolean)).toEqual([]);
  });

  it(
    'that the declarations allow are answered as described, whatever is in them',
    async () => {
      const seed = Number(process.env['SEED'] ?? SEED);
      const faults: string[] = [];
      for (const operation of accountsOperations) {
        const inWorld = await livingWorld();
        const requests = fc.sample(allowedFor(operation), { numRuns: CASES, seed });
        await inParallel(requests, CONNECTIONS, async (request) => {
          // An answer that is not described throws.
          const { status } = await send(operation, request, inWorld).catch((error: unknown) => ({ status: error }));
          const isFault = typeof status !== 'number' || status >= 500;
          if (isFault) faults.push(`${operation.endpoint.id}: ${String(status)} ${JSON.stringify(request)}`);
        });
      }
      expect(faults).toEqual([]);
    },
    BOUND_MS,
  );
});
