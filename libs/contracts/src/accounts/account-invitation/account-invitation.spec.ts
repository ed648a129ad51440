import { conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import * as invitations from './account-invitation.operations';

const invite = (body: unknown) => faults(invitations.inviteToAccount, { body });

describe('invitations to accounts', () => {
  it('are made, listed and cancelled by owners', () => {
    expect(routesOf(...Object.values(invitations))).toEqual({
      'POST /account/{account}/invite': '200 null; AOWNER of account; user pat',
      'GET /account/{account}/invites': '200 json; AOWNER of account; user pat',
      'DELETE /account/{account}/invite/{email}': '204 empty; AOWNER of account; user pat',
    });
    expect(Object.values(conductOf(...Object.values(invitations)))).toEqual(['10 s', '10 s, needs room', '10 s']);
  });

  it('are for an address, as a member where nothing else is said', () => {
    expect(received(invitations.inviteToAccount, { body: { email: 'ada@example.org' } }).body).toEqual({
      email: 'ada@example.org',
      role: 'AMEMBER',
    });
    for (const email of ['', 'ada', 'ada@', `${text(250)}@example.org`])
      expect([email, invite({ email }).length > 0]).toEqual([email, true]);
    expect(invite({ email: 'a@b.c', role: 'SOWNER' })).toHaveLength(1);
  });

  it('come from an origin, if from anywhere', () => {
    for (const came_from of [null, 'https://a.example', 'http://localhost:4200/'])
      expect([came_from, invite({ email: 'a@b.c', came_from })]).toEqual([came_from, []]);
    for (const came_from of ['a.example', 'https://a.example/x', 'javascript:alert(1)', ''])
      expect([came_from, invite({ email: 'a@b.c', came_from }).length]).toEqual([came_from, 1]);
  });
});
