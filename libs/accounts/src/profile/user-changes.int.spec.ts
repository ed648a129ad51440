import {
  answerOnboarding,
  createPersonalToken,
  deleteUser,
  followMagicLink,
  getUser,
  updateUser,
  type UserChanges,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import { type Principal, systemPrincipal } from '@lectern/contracts/core';
import { AccountRepository } from '../account/account.repository';
import { MemberEntity } from '../account/member.entity';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { anyone, tokenOf } from '../people.fixture';
import { UserEntity } from '../user/user.entity';
import { InquiryEntity } from './inquiry.entity';

describe('a user', () => {
  let host: AccountsHost;
  beforeAll(async () => {
    host = await AccountsHost.start({ PUBLIC_URL: 'https://kb.example' });
  });
  afterAll(() => host.close());

  const change = (principal: Principal, body: UserChanges) => host.bus.request(updateUser, { body }, { principal });
  const read = (principal: Principal) => host.bus.request(getUser, {}, { principal });
  const remove = (principal: Principal) => host.bus.request(deleteUser, {}, { principal });
  const follow = (token: string) =>
    host.bus.request(followMagicLink, { query: { token }, headers: { network: 'n' } }, anyone);

  it('changes name, language and avatar, and removes the avatar', async () => {
    const user = await host.createUser();
    expect(await change(user, { name: 'Grace', language: 'ES', avatar: 'https://a.example/b.png' })).toBeNull();
    expect(await read(user)).toMatchObject({ name: 'Grace', language: 'ES', avatar: 'https://a.example/b.png' });
    await change(user, { avatar: null });
    expect(await read(user)).toMatchObject({ name: 'Grace', avatar: null });
  });

  it('has a new address once the link to it was used, and the earlier address hears of it', async () => {
    const user = await host.createUser();
    const email = `new-${user.email}`;
    await change(user, { email: email.toUpperCase() });
    expect((await read(user)).email).toBe(user.email);
    const token = tokenOf((await host.mailsTo(email))[0]);
    expect(await follow(token)).toEqual({ action: 'login' });
    expect((await read(user)).email).toBe(email);
    expect((await host.mailsTo(user.email))[0]?.subject).toBe('Your address at kb.example has changed');
    expect(await refusalOf(follow(token))).toMatch(/^bad_request/);
  });

  it('learns of no other user by asking for an address', async () => {
    const [user, other] = [await host.createUser(), await host.createUser()];
    expect(await change(user, { email: other.email })).toBeNull();
    const [mail] = await host.mailsTo(other.email);
    expect(mail?.subject).toBe('You have an account at kb.example');
    expect(mail?.text).not.toContain('token=');
  });

  it('says something about its plans, once more if it likes', async () => {
    const user = await host.createUser();
    const answer = (body: object) => host.bus.request(answerOnboarding, { body }, { principal: user });
    await answer({ company: 'Acme' });
    expect(await answer({ company: 'Acme \u0000', receive_updates: true, role: null })).toBeNull();
    const rows = await host.run((tx) => tx.findBy(InquiryEntity, { userId: user.id }));
    expect(rows.map(({ answers }) => answers)).toEqual([{ company: 'Acme \ufffd', receive_updates: true }]);
  });

  it('goes with its tokens, at once', async () => {
    const user = await host.createUser();
    const { token } = await host.bus.request(createPersonalToken, { body: { description: 'x' } }, { principal: user });
    expect(await remove(user)).toBeNull();
    const body = { carrier: 'authorization', token } as const;
    expect(await refusalOf(host.bus.request(verifyUserCredential, { body }, { principal: systemPrincipal }))).toMatch(
      /^unauthorized/,
    );
    expect(host.heard).toContainEqual({ user: user.id });
    expect(await refusalOf(remove(user))).toBe('unauthorized: Unauthorized');
  });

  it('stays while it is the only owner of an account: of two who leave at once, one stays', async () => {
    const [one, other] = [await host.createUser(), await host.createUser()];
    const { id: accountId } = await host.run((tx) => host.get(AccountRepository).get('lectern', tx));
    await host.run(async (tx) => {
      await tx.delete(MemberEntity, { accountId });
      for (const { id: userId } of [one, other]) await tx.insert(MemberEntity, { accountId, userId, role: 'AOWNER' });
    });
    const outcomes = await Promise.all([refusalOf(remove(one)), refusalOf(remove(other))]);
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(
      outcomes.filter((outcome) => outcome.startsWith('conflict: You are the only owner of lectern')),
    ).toHaveLength(1);
  });

  it('that alone runs the deployment stays', async () => {
    const root = await host.run((tx) => tx.findOneByOrFail(UserEntity, { type: 'ROOT' }));
    const outcome = await refusalOf(remove({ kind: 'user', id: root.id, roles: [] }));
    expect(outcome).toBe('conflict: You are the only user who runs this deployment');
  });
});
