import { sendEmailCode } from '@lectern/contracts/accounts';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';
import { EmailCodeEntity } from './email-code.entity';
import { EmailCodes } from './email-codes';

describe('a code by mail', () => {
  let host: AccountsHost;
  beforeAll(async () => {
    host = await AccountsHost.start();
  });
  afterAll(() => host.close());

  const check = (id: string, code: string) => host.get(EmailCodes).check(id, code);
  async function mailed(count = 1): Promise<{ id: string; code: string }> {
    const principal = await host.createUser();
    expect(await host.bus.request(sendEmailCode, {}, { principal })).toBeNull();
    const [mail] = await host.mailsTo(principal.email, count);
    return { id: principal.id, code: /^ {2}(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? '' };
  }
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('counts once, for its user', async () => {
    const { id, code } = await mailed();
    expect(await check((await mailed()).id, code)).toBe(false);
    expect(await check(id, code)).toBe(true);
    expect(await check(id, code)).toBe(false);
  });

  it('is accepted once of many who use it at once', async () => {
    const { id, code } = await mailed();
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => check(id, code)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  it('is void after five wrong ones, however fast they come', async () => {
    const { id, code } = await mailed();
    await Promise.all(Array.from({ length: 6 }, () => check(id, other(code))));
    expect(await check(id, code)).toBe(false);
  });

  it('counts ten minutes, and is stored as a hash only', async () => {
    const { id, code } = await mailed();
    const rows = await host.run((tx) => tx.findBy(EmailCodeEntity, { userId: id }));
    expect(JSON.stringify(rows)).not.toContain(code);
    await host.run((tx) => tx.update(EmailCodeEntity, { userId: id }, { expires: new Date(Date.now() - 1) }));
    expect(await check(id, code)).toBe(false);
  });

  it('is mailed ten times an hour at most', async () => {
    const principal = await host.createUser();
    const outcomes = [];
    for (let mails = 0; mails < 11; mails++)
      outcomes.push(await refusalOf(host.bus.request(sendEmailCode, {}, { principal })));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(10);
    expect(outcomes.at(-1)).toMatch(/^rate_limited/);
  });
});
