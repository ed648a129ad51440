import {
  followMagicLink,
  readSignUp,
  type SignUpRequest,
  signUp,
  startSignUp,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { MailTokenEntity } from '../mail-token/mail-token.entity';
import { PasswordSignIn } from '../password/password-sign-in';
import { anyone, tokenOf } from '../people.fixture';
import { UserEntity } from '../user/user.entity';

const PASSWORD = 'Tides-of-1837';
const BAD_LINK = 'bad_request: login_challenge_expired_or_invalid';
let networks = 0;

describe('signing up', () => {
  let host: AccountsHost;
  beforeAll(async () => {
    host = await AccountsHost.start({
      SIGN_UP: 'anyone',
      SIGN_UP_WORK_MAIL_ONLY: 'true',
      PUBLIC_URL: 'https://kb.example',
    });
  });
  afterAll(() => host.close());

  const from = (network = `network ${networks++}`) => ({ headers: { network } });
  const ask = (body: Partial<SignUpRequest> & { readonly email: string }, network?: string) =>
    host.bus.request(signUp, { body: { name: 'Ada', password: PASSWORD, ...body }, ...from(network) }, anyone);
  const follow = (token: string, network?: string) =>
    host.bus.request(followMagicLink, { query: { token }, ...from(network) }, anyone);
  const userOf = (email: string) => host.run((tx) => tx.findOneBy(UserEntity, { email }));
  const verify = (email: string, password: string) =>
    host.get(PasswordSignIn).verify({ email, password, network: 'home' });

  it('makes a user with a password once the link of the mail was used, and nothing before', async () => {
    expect(await ask({ email: 'Ada@Acme.example' })).toEqual({ action: 'check-mail' });
    expect(await userOf('ada@acme.example')).toBeNull();
    const [mail] = await host.mailsTo('ada@acme.example');
    expect(mail?.subject).toBe('Confirm your address for kb.example');
    expect(mail?.text).toContain('https://kb.example/user/magic?token=');
    const token = tokenOf(mail);
    const { action, token: pair } = await follow(token);
    expect(action).toBe('startonboarding');
    const body = { carrier: 'authorization', token: pair?.access_token ?? '' } as const;
    expect(await host.bus.request(verifyUserCredential, { body }, { principal: systemPrincipal })).toMatchObject({
      kind: 'user',
      type: 'USER',
    });
    expect(await userOf('ada@acme.example')).toMatchObject({ name: 'Ada', type: 'USER', language: 'EN' });
    expect((await verify('ADA@acme.example', PASSWORD)).email).toBe('ada@acme.example');
    expect(await refusalOf(follow(token))).toBe(BAD_LINK);
  });

  it('keeps neither password nor token in the clear', async () => {
    await ask({ email: 'eve@acme.example' });
    const [mail] = await host.mailsTo('eve@acme.example');
    const rows = JSON.stringify(await host.run((tx) => tx.find(MailTokenEntity)));
    expect(rows).toContain('$argon2id$');
    expect(rows).not.toContain(PASSWORD);
    expect(rows).not.toContain(tokenOf(mail));
  });

  it('makes one user of many who follow the link at once', async () => {
    await ask({ email: 'bob@acme.example' });
    const [mail] = await host.mailsTo('bob@acme.example');
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => refusalOf(follow(tokenOf(mail)))));
    expect(outcomes.toSorted()).toEqual(['accepted', ...Array.from({ length: 7 }, () => BAD_LINK)]);
  });

  it('makes one user of two sign-ups with one address', async () => {
    await ask({ email: 'two@acme.example', password: PASSWORD });
    await ask({ email: 'two@acme.example', password: `${PASSWORD}-b` });
    const mails = await host.mailsTo('two@acme.example', 2);
    const outcomes = await Promise.all(mails.map((mail) => refusalOf(follow(tokenOf(mail)))));
    expect(outcomes.toSorted()).toEqual(['accepted', 'bad_request: local_user_already_exists']);
  });

  it('answers as to a stranger when there is such a user, who gets a mail about it', async () => {
    await host.createUser({ email: 'known@acme.example', language: 'ES' });
    expect(await ask({ email: 'known@acme.example' })).toEqual({ action: 'check-mail' });
    const [mail] = await host.mailsTo('known@acme.example');
    expect(mail?.subject).toBe('Ya tiene una cuenta en kb.example');
    expect(mail?.text).not.toContain('token=');
  });

  it('shows nothing that a stranger wrote in a mail', async () => {
    await ask({ email: 'mallory@acme.example', name: 'Win at https://evil.example' });
    const [mail] = await host.mailsTo('mallory@acme.example');
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('evil.example');
  });

  it('refuses personal mail services, and links that are none', async () => {
    expect(await refusalOf(ask({ email: 'ada@gmail.com' }))).toBe('precondition_failed: no_personal_email');
    expect(await refusalOf(follow('unknown'))).toBe(BAD_LINK);
    expect(await refusalOf(follow(''))).toBe(BAD_LINK);
  });

  it('needs name and address', async () => {
    const body = { password: PASSWORD };
    expect(await refusalOf(host.bus.request(signUp, { body, ...from() }, anyone))).toMatch(/^invalid_request: /);
  });

  it('sends few mails to one address from one network, and counts those that come at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 9 }, () => refusalOf(ask({ email: 'l@acme.example' }, 'n'))),
    );
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome.startsWith('rate_limited'))).toHaveLength(4);
    expect(await refusalOf(ask({ email: 'm@acme.example' }, 'n'))).toBe('accepted');
  });

  it('lets no network try links without end', async () => {
    const outcomes = await Promise.all(Array.from({ length: 101 }, (_, index) => refusalOf(follow(`t${index}`, 'g'))));
    expect(outcomes.filter((outcome) => outcome.startsWith('rate_limited'))).toHaveLength(1);
    expect(await refusalOf(follow('other', 'elsewhere'))).toBe(BAD_LINK);
  });

  it('may begin on the page of an app, which gets a token of what was said', async () => {
    const person = { email: 'Grace@Acme.example', fullname: 'Grace', company: 'Acme' };
    const start = (app: string) =>
      host.bus.request(startSignUp, { body: { app, workflow: 'cowork', ...person }, ...from() }, anyone);
    const { location } = await start('https://kb.example/at/page?x=1');
    const url = new URL(location);
    expect([url.origin, url.pathname]).toEqual(['https://kb.example', '/at/page']);
    const signup_token = url.searchParams.get('signup_token') ?? '';
    const read = (token: string) => host.bus.request(readSignUp, { query: { signup_token: token } }, anyone);
    expect(await read(signup_token)).toEqual({ ...person, email: 'grace@acme.example', workflow: 'cowork' });
    expect(await refusalOf(read('unknown'))).toMatch(/^not_found: /);
    expect(await refusalOf(start('https://evil.example/'))).toMatch(/^invalid_request: Mails may not link/);
    expect(await refusalOf(follow(signup_token))).toBe(BAD_LINK);
  });
});

describe('signing up where nobody may', () => {
  it('is refused, which is the default', async () => {
    const host = await AccountsHost.start();
    const body = { name: 'Ada', email: 'ada@acme.example', password: PASSWORD };
    const asked = host.bus.request(signUp, { body, headers: { network: 'n' } }, anyone);
    await expect(asked).rejects.toBeInstanceOf(AppError);
    expect(await refusalOf(asked)).toMatch(/^forbidden: Sign-up is closed here/);
    await host.close();
  });
});
