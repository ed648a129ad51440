import { inStandalone } from '../harness/in-standalone';
import { claimsOf, codeIn, newPerson, OauthClient, PASSWORD } from '../harness/oauth-client';
import { PlainBrowser, type Shown } from '../harness/plain-browser';
import type { User } from '../harness/users';

inStandalone('a sign-in that somebody else began, %s', (mode) => {
  let victim: User;
  beforeAll(async () => {
    victim = await newPerson(mode);
  });

  const enter = (browser: PlainBrowser, page: Shown) =>
    browser.submit(page, { username: victim.email, password: PASSWORD });

  it('gives nothing to the browser that began when the user signs in elsewhere', async () => {
    const attacker = new OauthClient(mode);
    const page = await attacker.browser.open(attacker.authorization());
    const elsewhere = new PlainBrowser(attacker.origin);
    const link = await elsewhere.open(page.url.href);
    expect((await enter(elsewhere, link)).status).toBe(400);
    const challenge = page.url.searchParams.get('login_challenge') ?? '';
    for (const query of ['', '?login_verifier=', '?login_verifier=guessed']) {
      const resumed = await attacker.browser.open(`/oauth2/auth/${challenge}${query}`);
      expect([query, resumed.status, resumed.url.searchParams.get('code')]).toEqual([query, 400, null]);
    }
  });

  it('gives nothing to a device either', async () => {
    const cli = new OauthClient(mode, 'cli');
    const { body: codes } = await cli.post('/oauth2/device/auth', { client_id: 'cli' });
    const page = await cli.browser.open(`/oauth2/device?user_code=${String(codes['user_code'])}`);
    const login = await cli.browser.submit(page, {});
    const elsewhere = new PlainBrowser(cli.origin);
    expect((await enter(elsewhere, await elsewhere.open(login.url.href))).status).toBe(400);
    const challenge = login.url.searchParams.get('login_challenge') ?? '';
    expect((await cli.browser.open(`/oauth2/device/${challenge}`)).status).toBe(400);
    const { body } = await cli.post('/oauth2/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: 'cli',
      device_code: String(codes['device_code']),
    });
    expect(body).toMatchObject({ error: 'authorization_pending' });
  });

  it('is not resumed under the name of another one', async () => {
    const [one, other] = [new OauthClient(mode), new OauthClient(mode)];
    const stolen = await one.browser.open(one.authorization());
    const own = await other.browser.open(other.authorization());
    const challenge = (page: Shown) => page.url.searchParams.get('login_challenge') ?? '';
    const elsewhere = new PlainBrowser(one.origin);
    await enter(elsewhere, await elsewhere.open(stolen.url.href));
    const { port } = new URL(one.origin);
    const cookie = (page: Shown) => `lectern-oauth-${port}-resume=${challenge(page)}`;
    for (const header of [cookie(stolen), `${cookie(own)}; ${cookie(stolen)}`, `${cookie(stolen)}; ${cookie(own)}`]) {
      const answer = await fetch(`${one.origin}/oauth2/auth/${challenge(own)}`, {
        headers: { cookie: header },
        redirect: 'manual',
      });
      expect([header, answer.status, answer.headers.get('location')]).toEqual([header, 400, null]);
    }
  });

  it('takes the place of the sign-in of another user in the same browser', async () => {
    const [app, ada] = [new OauthClient(mode), await newPerson(mode)];
    await app.signIn(ada);
    const again = await app.browser.open(app.authorization({ prompt: 'login' }));
    const back = await enter(app.browser, again);
    const { body } = await app.exchange(codeIn(back));
    expect(claimsOf(body['access_token'])).toMatchObject({ sub: victim.id });
  });
});
