import type { Principal } from '@lectern/contracts/core';
import { systemPrincipal } from '@lectern/contracts/core';
import { masterKeyOf, SecretEnvelope } from '@lectern/secrets';
import { McpSessions } from './mcp-sessions';

const NOW = new Date('2026-03-01T00:00:00Z');
const DAY_MS = 86_400_000;
const place = { agent: 'a', session: 's' };
const ada: Principal = { ...systemPrincipal, id: 'ada' };

describe('sessions of the Model Context Protocol', () => {
  const sessions = sessionsOf('x');
  const begin = (asked: unknown, version = '2025-11-25') =>
    sessions.begin({ place, principal: ada }, { asked, version }, NOW);
  const read = (id: string, owner = { place, principal: ada }, now = NOW) => sessions.read(id, owner, now);

  function sessionsOf(secret: string): McpSessions {
    return new McpSessions(new SecretEnvelope([masterKeyOf(secret.repeat(32))]));
  }

  it('say whether the user of the client can be asked', () => {
    const elicits = (asked: unknown, version?: string) => read(begin(asked, version)).elicits;
    expect([{ elicitation: {} }, { elicitation: { form: {}, url: {} } }].map((one) => elicits(one))).toEqual([
      true,
      true,
    ]);
    const none = [undefined, null, 7, {}, { elicitation: null }, { elicitation: true }, { elicitation: { url: {} } }];
    expect(none.map((one) => elicits(one))).toEqual(none.map(() => false));
    expect(elicits({ elicitation: {} }, '2025-03-26')).toBe(false);
  });

  it('have ids of their own, which headers can carry', () => {
    const [one, other] = [begin({ elicitation: {} }), begin({ elicitation: {} })];
    expect(read(one).id).not.toBe(read(other).id);
    expect(one).toMatch(/^[\x21-\x7e]{1,400}$/);
  });

  it('are of one caller in one session of one agent, for 30 days', () => {
    const id = begin({});
    const bob = { ...ada, id: 'bob' };
    const elsewhere = [
      { place, principal: bob },
      { place: { ...place, agent: 'b' }, principal: ada },
      { place: { ...place, session: 't' }, principal: ada },
    ];
    for (const owner of elsewhere) expect(() => read(id, owner)).toThrow('Session not found');
    const days = (count: number) => new Date(NOW.getTime() + count * DAY_MS);
    expect(read(id, undefined, days(29)).elicits).toBe(false);
    expect(() => read(id, undefined, days(31))).toThrow('Session not found');
  });

  it('are of this deployment, and say what they said', () => {
    const id = begin({});
    const foreign = sessionsOf('y').begin({ place, principal: ada }, { asked: {}, version: '2025-11-25' }, NOW);
    for (const forged of ['', 'x', 'elicit.', `elicit.${id}`, `${id}x`, id.slice(1), foreign])
      expect(() => read(forged)).toThrow('Session not found');
  });
});
