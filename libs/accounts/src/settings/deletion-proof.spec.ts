import { refusalOf } from '../accounts-host.fixture';
import { requireProof } from './deletion-proof';

const now = new Date('2026-05-01T10:00:00Z');
const codes = { check: async (userId: string, code: string) => userId === 'ada' && code === '123456' };
const prove = ({ code, verifiedAt }: { code?: string; verifiedAt?: number }, id = 'ada') =>
  refusalOf(requireProof({ id, verifiedAt }, code, { codes, now }));
const minutesAgo = (minutes: number) => now.getTime() / 1_000 - minutes * 60;

describe('the proof that somebody is the user', () => {
  it('is a code of this user', async () => {
    expect(await prove({ code: '123456' })).toBe('accepted');
    expect(await prove({ code: '123456' }, 'bob')).toMatch(/^forbidden/);
    expect(await prove({ code: '654321' })).toMatch(/^forbidden/);
  });

  it('is a sign-in of the last five minutes, also by a clock that is somewhat ahead', async () => {
    for (const minutes of [0, 5, -5]) expect(await prove({ verifiedAt: minutesAgo(minutes) })).toBe('accepted');
    for (const minutes of [5.1, -5.1]) expect(await prove({ verifiedAt: minutesAgo(minutes) })).toMatch(/^forbidden/);
  });

  it('is not a sign-in beside a wrong code, nor nothing', async () => {
    expect(await prove({ code: '000000', verifiedAt: minutesAgo(0) })).toMatch(/^forbidden/);
    expect(await prove({})).toMatch(/^forbidden: Prove that it is you/);
  });
});
