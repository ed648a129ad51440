import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { beyond, conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { acceptInvitation, cancelInvitation, createInvitation, listInvitations } from './invitation.operations';

const OWNS = 'SOWNER or AOWNER of kb; user pat';
const invited = (more: object) =>
  faults(createInvitation, { body: { email: 'a@b.example', role: 'SMEMBER', ...more } });

describe('invitations', () => {
  it('are made by owners, one at a time, and accepted by anyone who has the link', () => {
    expect(routesOf(createInvitation, listInvitations, cancelInvitation, acceptInvitation)).toEqual({
      'POST /account/{account}/kb/{kbid}/invite': `204 empty; ${OWNS}`,
      'GET /account/{account}/kb/{kbid}/invites': `200 json; ${OWNS}`,
      'DELETE /account/{account}/kb/{kbid}/invite': `204 empty; ${OWNS}`,
      'POST /api/auth/magic': '200 json; any of nothing; none',
    });
    expect(conductOf(createInvitation, listInvitations, cancelInvitation, acceptInvitation)).toEqual({
      'kb.invitation.create': '10 s, needs room, management',
      'kb.invitation.list': '10 s, management',
      'kb.invitation.cancel': '10 s, management',
      'kb.invitation.accept': '10 s, needs room',
    });
  });

  it('are listed as a bare array, and accepted with what a page does next', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'invitation.dto.ts'), name);
    expect(listInvitations.http?.member).toBe('invites');
    expect(answer('InvitationRecord')).toBe('email, role, expires');
    expect(answer('MagicAction')).toBe('action, account, kb');
  });

  it('have an address and a role', () => {
    expect(faults(createInvitation, { body: {} })).toEqual(['body.email: Field required', 'body.role: Field required']);
    expect(received(createInvitation, { body: { email: 'A@B.example', role: 'SOWNER', kb: 'x' } })).toEqual({
      body: { email: 'A@B.example', role: 'SOWNER' },
    });
    for (const role of ['SMEMBER', 'SCONTRIBUTOR', 'SOWNER']) expect(invited({ role })).toEqual([]);
    for (const role of ['AMEMBER', 'SWRITER', '', null])
      expect(invited({ role })).toEqual(["body.role: Input should be 'SMEMBER', 'SCONTRIBUTOR' or 'SOWNER'"]);
  });

  it.each([
    'ada@example.org',
    "o'hara+box@sub.example.org",
    'a.b_c-d@xn--bcher-kva.example',
    `${'x'.repeat(64)}@example.org`,
    'root@localhost',
  ])('may go to %s', (email) => {
    expect(invited({ email })).toEqual([]);
  });

  it.each([
    'ada',
    '@example.org',
    'ada@',
    'ada@-example.org',
    'ada@example-.org',
    'ada@example..org',
    'ada lovelace@example.org',
    'ada@example.org, bob@example.org',
    'ada@example.org\nBcc: bob@example.org',
    'Ada <ada@example.org>',
    `${'x'.repeat(65)}@example.org`,
    '',
  ])('do not go to %j', (email) => {
    expect(invited({ email })).toEqual([expect.stringMatching(/^body\.email: String should match pattern/)]);
  });

  it('go to addresses of at most 254 characters', () => {
    const domain = (length: number) => `${`${'d'.repeat(60)}.`.repeat(3)}${'e'.repeat(length - 185)}`;
    expect(invited({ email: `a@${domain(240)}` })).toEqual([]);
    expect(invited({ email: `${'x'.repeat(64)}@${domain(247)}` })).toEqual([
      'body.email: String should have at most 254 characters',
    ]);
  });

  it('may come from a dashboard, named by its origin', () => {
    for (const came_from of ['https://app.example.org', 'http://localhost:4200/', null])
      expect(invited({ came_from })).toEqual([]);
    for (const came_from of [
      'app.example.org',
      'javascript:alert(1)',
      'https://app.example.org/path',
      'https://app.example.org?x=1',
      'https://app.example.org#x',
      'https://app.example.org https://evil.example',
      '',
    ])
      expect([came_from, invited({ came_from }).length]).toEqual([came_from, 1]);
  });

  it('are cancelled by the address in the query', () => {
    expect(received(cancelInvitation, { query: { email: 'a@b.example' } })).toEqual({
      query: { email: 'a@b.example' },
    });
    expect(faults(cancelInvitation, {})).toEqual(['query.email: Field required']);
    expect(beyond(254, (size) => faults(cancelInvitation, { query: { email: text(size) } }))).toEqual([
      'query.email: String should have at most 254 characters',
    ]);
    expect(cancelInvitation.body).toBeUndefined();
  });

  it('are accepted by the token in the query', () => {
    expect(received(acceptInvitation, { query: { token: 't' } })).toEqual({ query: { token: 't' } });
    expect(faults(acceptInvitation, {})).toEqual(['query.token: Field required']);
    expect(beyond(2_048, (size) => faults(acceptInvitation, { query: { token: text(size) } }))).toEqual([
      'query.token: String should have at most 2048 characters',
    ]);
    expect(Object.keys(acceptInvitation.fails ?? {})).toContain('bad_request');
  });
});
