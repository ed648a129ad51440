import { createAccount } from '@lectern/contracts/accounts';
import { FORM_TOKEN } from '@lectern/contracts/core';
import { allOperations } from '@lectern/contracts/operations';
import { type HttpOperation, httpOperations } from '@lectern/gateway';
import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, randomUUID, sign } from 'node:crypto';
import { accountsOperations, openerOf, redirectTricks, textMembersOf } from '../harness/accounts-requests';
import { type Client, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { caller, server } from '../harness/modes';
import { codeIn, newPerson, OauthClient } from '../harness/oauth-client';
import { inParallel } from '../harness/parallel';
import { PlainBrowser } from '../harness/plain-browser';
import { rawRequest } from '../harness/raw-request';
import { newUser, type User } from '../harness/users';

const CONNECTIONS = 4;
const EVIL = 'evil.example';
const SAMPLE = '0123456789abcdef0123456789abcdef';
const all = httpOperations(allOperations, ['zone', 'accounts']);
const opens = ({ http: { method } }: HttpOperation) => method === 'GET' || method === 'HEAD';
const pathOf = ({ http }: HttpOperation) => http.path.replace(/\{\w+\*?\}/g, SAMPLE);
const readsCookies = ({ http, policy }: HttpOperation) =>
  http.tellsCookies !== undefined || policy.session === 'page' || (http.bodyKind === 'form' && !http.takesForeignForms);

inStandalone('another site, %s', (mode) => {
  const { origin } = server(mode);
  let browser: PlainBrowser;
  let token: string;

  beforeAll(async () => {
    const app = new OauthClient(mode);
    await app.signIn(await newPerson(mode));
    ({ browser } = app);
    const page = await browser.open('/user/recover');
    [, token = ''] = new RegExp(`name="${FORM_TOKEN}" value="([^"]+)"`).exec(page.text) ?? [];
    expect(token).toMatch(/^[\w-]{43}$/);
  });

  const changing = all.filter((operation) => readsCookies(operation) && !opens(operation));

  it('finds no change by cookie but forms, each of which has a token', () => {
    expect(changing.length).toBeGreaterThanOrEqual(8);
    expect(changing.filter(({ http }) => http.bodyKind !== 'form' || http.takesForeignForms).map(pathOf)).toEqual([]);
  });

  it.each(changing.map((one) => [`${one.http.method} ${one.http.path}`, one] as const))(
    'sends no form that counts: %s',
    async (_, operation) => {
      const strange = await new PlainBrowser(origin).open('/user/recover');
      const [, foreign = ''] = new RegExp(`name="${FORM_TOKEN}" value="([^"]+)"`).exec(strange.text) ?? [];
      const tries: readonly (readonly [string | undefined, Record<string, string>])[] = [
        [undefined, {}],
        ['', {}],
        [foreign, {}],
        [token.slice(1), {}],
        [token, { 'sec-fetch-site': 'cross-site', origin: `https://${EVIL}` }],
        [token, { 'sec-fetch-site': 'same-site', origin: `https://${EVIL}` }],
      ];
      for (const [sent, headers] of tries) {
        const body = new URLSearchParams(sent === undefined ? {} : { [FORM_TOKEN]: sent });
        const answer = await browser.once(pathOf(operation), { method: 'POST', body, headers });
        expect([sent, headers, answer.status]).toEqual([sent, headers, 403]);
      }
    },
  );

  it('acts for nobody by the session of the console', async () => {
    const json = { 'content-type': 'application/json' };
    const own = { ...json, 'x-lectern-console': '1', 'sec-fetch-site': 'same-origin' };
    const body = JSON.stringify({ token: server(mode).credential['authorization']?.slice('Bearer '.length) });
    const opened = await fetch(`${origin}/console/session`, { method: 'POST', headers: own, body });
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await fetch(`${origin}/api/v1/user`, { headers: { ...own, cookie } })).status).toBe(200);
    const guarded = accountsOperations.filter(
      (one) => openerOf(one) !== 'anyone' && one.http.refusal === undefined && !readsCookies(one),
    );
    expect(guarded.length).toBeGreaterThan(50);
    const disguises: readonly Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', origin: `https://${EVIL}` },
      { 'x-lectern-console': '1', 'sec-fetch-site': 'cross-site', origin: `https://${EVIL}` },
      { 'x-lectern-console': '1', origin: `https://${EVIL}` },
    ];
    const wrong = await inParallel(guarded, CONNECTIONS, async (operation) => {
      const statuses = disguises.map(async (headers) => {
        const init = { method: operation.http.method, headers: { ...headers, cookie } };
        return (await fetch(`${origin}${pathOf(operation)}`, init)).status;
      });
      return (await Promise.all(statuses)).every((status) => status === 401) ? [] : [pathOf(operation)];
    });
    expect(wrong.flat()).toEqual([]);
  });

  it('is where no address leads that a caller writes into a parameter', async () => {
    const leading = accountsOperations.filter(
      ({ http }) => http.reply === 'redirect' || http.reply === 'html' || http.bodyKind === 'form',
    );
    expect(leading.length).toBeGreaterThan(25);
    const faults: string[] = [];
    await inParallel(leading, CONNECTIONS, async (operation) => {
      const { in: place, names } = textMembersOf(operation);
      for (const trick of redirectTricks(EVIL)) {
        const members = new URLSearchParams(names.map((name) => [name, trick]));
        const csrf = operation.http.takesForeignForms ? '' : `&${FORM_TOKEN}=${token}`;
        const answer =
          place === 'query'
            ? await browser.once(`${pathOf(operation)}?${members}`)
            : await browser.once(pathOf(operation), {
                method: 'POST',
                body: `${members}${csrf}`,
                headers: { 'content-type': 'application/x-www-form-urlencoded' },
              });
        const location = answer.headers.get('location');
        const at = location === null ? undefined : new URL(location, origin);
        const text = await answer.text();
        const isLink = /(?:href|action|src)="(?:javascript|data|[^"]{0,9}evil\.example)/i.test(text);
        if ((at && at.origin !== origin) || isLink || answer.status >= 500)
          faults.push(`${pathOf(operation)} ${trick}: ${answer.status} ${location}`);
      }
    });
    expect(faults).toEqual([]);
  });
});

inStandalone('a credential that is not what it seems, %s', (mode) => {
  const { origin } = server(mode);
  let ada: User;
  let access: string;
  let tokens: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    ada = await newPerson(mode);
    const app = new OauthClient(mode);
    tokens = (await app.exchange(codeIn(await app.signIn(ada)))).body;
    access = String(tokens['access_token']);
  });

  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const statusWith = async (token: string) =>
    (await rawRequest(origin, { path: '/api/v1/user', headers: [['authorization', `Bearer ${token}`]] })).status;

  it('is refused, whatever key, algorithm or place of a key a token names', async () => {
    const { keys } = (await (await fetch(`${origin}/.well-known/jwks.json`)).json()) as { keys: JsonWebKey[] };
    const [jwk = {}] = keys;
    const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const [head = '', payload = '', signature = ''] = access.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const header = JSON.parse(Buffer.from(head, 'base64url').toString());
    const own = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const signed = (more: object, body: object = claims) => {
      const text = `${base64({ ...header, ...more })}.${base64(body)}`;
      return `${text}.${sign('sha256', Buffer.from(text), own.privateKey).toString('base64url')}`;
    };
    const mac = (secret: string | Buffer, alg = 'HS256') => {
      const text = `${base64({ ...header, alg })}.${payload}`;
      return `${text}.${createHmac(alg.replace('HS', 'sha'), secret).update(text).digest('base64url')}`;
    };
    const later = { ...claims, exp: claims.exp + 86_400 };
    const published = own.publicKey.export({ format: 'jwk' });
    const forged: Record<string, string> = {
      none: `${base64({ ...header, alg: 'none' })}.${payload}.`,
      None: `${base64({ ...header, alg: 'NoNe' })}.${payload}.${signature}`,
      'no signature': `${head}.${payload}.`,
      'HS with the key as PEM': mac(String(pem)),
      'HS with the key as JSON': mac(JSON.stringify(jwk)),
      'HS with the modulus': mac(Buffer.from(String(jwk['n']), 'base64url')),
      'HS512 with the key': mac(String(pem), 'HS512'),
      'HS without a secret': mac(''),
      'own key': signed({}),
      'unknown kid': signed({ kid: 'unknown' }),
      'no kid': signed({ kid: undefined }),
      'kid of a file': signed({ kid: '../../../../dev/null' }),
      'kid of a statement': signed({ kid: "' OR 1=1 --" }),
      'kid of a prototype': signed({ kid: '__proto__' }),
      'kid that is no text': signed({ kid: { $ne: 1 } }),
      'key in the header': signed({ jwk: published }),
      'address of keys': signed({ jku: `https://${EVIL}/jwks.json`, x5u: `https://${EVIL}/key.pem` }),
      'critical extension': signed({ crit: ['b64'], b64: false }),
      'other algorithm': signed({ alg: 'PS256' }),
      'changed claims': `${head}.${base64(later)}.${signature}`,
      'changed user': `${head}.${base64({ ...claims, sub: randomUUID() })}.${signature}`,
      'other issuer': signed({}, { ...claims, iss: `https://${EVIL}` }),
      'other audience': signed({}, { ...claims, aud: 'another' }),
      expired: signed({}, { ...claims, exp: 1 }),
      'five minutes ahead': signed({}, { ...claims, nbf: claims.nbf + 300 }),
      'id token': String(tokens['id_token']),
      'refresh token': String(tokens['refresh_token']),
      'five parts': `${access}.a.b`,
      'two parts': `${head}.${payload}`,
      'deep header': `${Buffer.from('['.repeat(3_000)).toString('base64url')}.${payload}.${signature}`,
      huge: `${head}.${'a'.repeat(7_000)}.${signature}`,
      'not base64': `${head}.é\u0001.${signature}`.replaceAll(/[^\x20-\x7e]/g, '%'),
    };
    const wrong: string[] = [];
    for (const [what, token] of Object.entries(forged)) {
      const status = await statusWith(token);
      if (status !== 401) wrong.push(`${what}: ${status}`);
    }
    expect(wrong).toEqual([]);
    expect(await statusWith(access)).toBe(200);
  });

  it('counts once in a request, however its header is written', async () => {
    const good = `Bearer ${access}`;
    const send = async (headers: readonly (readonly [string, string])[]) =>
      (await rawRequest(origin, { path: '/api/v1/user', headers })).status;
    expect(await send([['authorization', good]])).toBe(200);
    expect(await send([['AUTHORIZATION', `bEaReR ${access}`]])).toBe(200);
    // Of the connection to a proxy; here it says nothing.
    expect(
      await send([
        ['authorization', good],
        ['connection', 'authorization, close'],
      ]),
    ).toBe(200);
    expect(
      await send([
        ['connection', 'x-svc-nuakey'],
        ['x-svc-nuakey', 'Bearer a'],
        ['authorization', good],
      ]),
    ).toBe(400);
    for (const second of ['authorization', 'Authorization', 'aUTHORIZATION', 'X-SVC-NUAKEY', 'x-svc-serviceaccount'])
      for (const value of [good, '', 'Bearer', 'Basic YTpi'])
        expect([
          second,
          value,
          await send([
            ['authorization', good],
            [second, value],
          ]),
        ]).toEqual([second, value, 400]);
    for (const value of [
      `Basic YTpi, ${good}`,
      `${good}, ${good}`,
      `${good},Basic YTpi`,
      `${good} ${good}`,
      `Token ${access}`,
      `Bearer\t${access}`,
      `Bearer,${access}`,
      access,
      `Bearer "${access}"`,
    ])
      expect([value.slice(0, 20), await send([['authorization', value]])]).toEqual([value.slice(0, 20), 401]);
    const claims = ['x-forwarded-user', 'x-remote-user', 'x-forwarded-authorization', 'x-original-authorization'];
    for (const name of [...claims, 'proxy-authorization', 'x-svc-user', 'cookie'])
      expect([name, await send([[name, name.endsWith('user') ? ada.id : good]])]).toEqual([name, 401]);
  });
});

inStandalone('a page of another origin, %s', (mode) => {
  it('may ask before it sends, on every route, and reads refusals', async () => {
    const { origin } = server(mode);
    const page = { origin: 'https://page.example' };
    const faults = await inParallel(all, CONNECTIONS, async (operation) => {
      const { method } = operation.http;
      const asked = { 'access-control-request-method': method, 'access-control-request-headers': 'authorization' };
      const preflight = await fetch(`${origin}${pathOf(operation)}`, {
        method: 'OPTIONS',
        headers: { ...page, ...asked },
      });
      const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(/, */) ?? [];
      const isFine = preflight.status === 204 && allowed.includes('authorization');
      if (operation.policy.credentials.includes('none')) return isFine ? [] : [`${method} ${pathOf(operation)}`];
      const refused = await fetch(`${origin}${pathOf(operation)}`, { method, headers: page });
      const isRead = refused.status === 401 && refused.headers.get('access-control-allow-origin') === '*';
      return isFine && isRead ? [] : [`${method} ${pathOf(operation)}: ${preflight.status}, ${refused.status}`];
    });
    expect(faults.flat()).toEqual([]);
  });
});

inStandalone('several requests at once, %s', (mode) => {
  const statuses = async (tries: readonly Promise<{ readonly status: number }>[]) =>
    (await Promise.all(tries)).map(({ status }) => status).toSorted((a, b) => a - b);
  let ada: User;
  let client: Client;
  beforeAll(async () => {
    ada = await newPerson(mode);
    client = caller(mode, ada.credential);
  });

  it('get one account of a slug', async () => {
    const slug = `race-${randomUUID()}`;
    const make = () => client.send('POST', '/accounts', { body: { title: 'Race', slug } });
    expect(await statuses(Array.from({ length: 6 }, make))).toEqual([201, 409, 409, 409, 409, 409]);
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await client.api.call(createAccount, { body: { title: 'Race' } })).id),
    );
    const wanted = `race-${randomUUID()}`;
    const rename = (id: string) => client.send('PATCH', `/account/${id}`, { body: { slug: wanted } });
    expect(await statuses(ids.map(rename))).toEqual([200, 409, 409]);
    const boxes = () => client.send('POST', `/account/${ids[0]}/kbs`, { body: { slug: 'race', title: 'Race' } });
    await until(async () => (await client.send('GET', `/account/${ids[0]}/kbs`)).status === 200 || undefined, 'access');
    expect(await statuses(Array.from({ length: 4 }, boxes))).toEqual([201, 409, 409, 409]);
  });

  it('use a refresh token once, and then nobody has the grant', async () => {
    const app = new OauthClient(mode);
    const { body } = await app.exchange(codeIn(await app.signIn(ada)));
    const answers = await Promise.all(Array.from({ length: 4 }, () => app.refresh(body['refresh_token'])));
    const given = answers.filter(({ status }) => status === 200);
    expect(given.length).toBeLessThanOrEqual(1);
    for (const one of [{ body }, ...given]) expect(await app.statusWith(one.body['access_token'])).toBe(401);
  });

  it('connect one device with a code', async () => {
    const cli = new OauthClient(mode, 'cli');
    const { body: codes } = await cli.post('/oauth2/device/auth', { client_id: 'cli' });
    const page = await cli.browser.open(`/oauth2/device?user_code=${String(codes['user_code'])}`);
    const login = await cli.browser.submit(page, {});
    await cli.browser.submit(login, { username: ada.email, password: 'Tides-and-moons-1837!' });
    const poll = () =>
      cli.post('/oauth2/token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: 'cli',
        device_code: String(codes['device_code']),
      });
    const answers = await Promise.all(Array.from({ length: 4 }, poll));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect((await poll()).body).toMatchObject({ error: 'invalid_grant' });
  });
});

inStandalone('somebody who wants to know who is here, %s', (mode) => {
  const { origin } = server(mode);
  const UNSTABLE = new Set(['date', 'x-svc-trace-id', 'x-request-id', 'set-cookie']);

  /** All that an answer tells, without what differs from request to request. */
  async function told(path: string, init: RequestInit, name: string) {
    const answer = await new PlainBrowser(origin).once(path, init);
    const headers = [...answer.headers].filter(([header]) => !UNSTABLE.has(header));
    const hidden = (text: string) => text.replaceAll(encodeURIComponent(name), '…').replaceAll(name, '…');
    const text = (await answer.text()).replaceAll(/value="[\w-]{43}"/g, '');
    return JSON.parse(hidden(JSON.stringify({ status: answer.status, headers, text })));
  }

  it('gets the same answers for users and for strangers', async () => {
    const known = await newPerson(mode);
    const invited = await newUser(mode);
    const stranger = `${randomUUID()}@example.org`;
    const json = (body: object) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const app = new OauthClient(mode);
    const page = await app.browser.open(app.authorization());
    const challenge = page.url.searchParams.get('login_challenge') ?? '';
    const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
    const asks: readonly (readonly [string, (email: string) => readonly [string, RequestInit]])[] = [
      ['sign-in', (username) => ['/api/auth/login', json({ username, password: 'Wrong-of-1840' })]],
      ['recovery', (username) => ['/api/auth/recover', json({ username })]],
      ['page', (email) => [`/user/login?login_challenge=${challenge}&user_hint=${encodeURIComponent(email)}`, {}]],
      ['hint', (email) => [`/api/auth/oauth/login?login_challenge=${challenge}&user_hint=${email}`, {}]],
      [
        'form',
        (username) => [
          '/api/auth/oauth/login',
          form({ login_challenge: challenge, username, password: 'Wrong-of-1840' }),
        ],
      ],
      [
        'single sign-on',
        (email) => [
          '/api/auth/oauth/login',
          form({ login_challenge: challenge, username: email, single_sign_on: '1' }),
        ],
      ],
      ['sign-up', (email) => ['/api/auth/signup', json({ name: 'A', email, password: 'Tides-of-1840' })]],
    ];
    for (const [what, ask] of asks) {
      const answers = [];
      for (const email of [known.email, invited.email, stranger]) answers.push(await told(...ask(email), email));
      expect([what, answers[0]]).toEqual([what, answers[2]]);
      expect([what, answers[1]]).toEqual([what, answers[2]]);
    }
  });
});
