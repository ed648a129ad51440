import { membersOf } from '../../validation/answers.fixture';
import { routesOf } from '../../validation/requests.fixture';
import { endOwnSession, listOwnSessions } from './own-session.operations';

describe('sessions of a user', () => {
  it('are listed and ended one by one by the user', () => {
    expect(routesOf(listOwnSessions, endOwnSession)).toEqual({
      'GET /user/sessions': '200 json; any of self; user pat',
      'DELETE /user/session/{session_id}': '204 empty; any of self; user pat',
    });
  });

  it('show no secret', () => {
    const file = `${__dirname}/own-session.dto.ts`;
    expect(membersOf(file, 'OwnSession')).toBe('id, kind, client_id|null, created, expires|null, current');
  });
});
