import { tooLong, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import { SignInReturn } from './sign-in.dto';
import { completeSignIn } from './sign-in.operations';

const UUID = '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212';

describe('the way back of a user who signed in', () => {
  it('is open to browsers without credentials, at two paths', () => {
    const place = '/api/auth/agent/{agent_id}/workflow/{workflow_id}/session/{session}/oauth/{oauth_uuid}/callback';
    const routes = Object.entries(routesOf(completeSignIn));
    expect(routes.map(([route]) => route.replace(/^GET (?=\/agent)/, 'GET /api/v1'))).toEqual([
      'GET /api/auth/mcp/callback',
      `GET ${place}`,
    ]);
    expect(routes.map(([, meaning]) => meaning)).toEqual(Array(2).fill('200 html; any of nothing; none'));
    expect(Object.values(conductOf(completeSignIn))).toEqual(['30 s']);
  });

  it('takes what an authorization server sends, and more', () => {
    expect(wireOf(SignInReturn, {})).toEqual({ state: 'null text', code: 'null text', error: 'null text' });
    const query = { state: 'a', code: 'b', iss: 'https://id.example', session_state: 'x' };
    expect(faults(completeSignIn, { query })).toEqual([]);
  });

  it.each([
    ['state', 251, tooLong(250)],
    ['code', 4_097, tooLong(4_096)],
    ['error', 2_049, tooLong(2_048)],
  ])('takes a proper %s only', (name, chars, fault) => {
    expect(faults(completeSignIn, { query: { [name]: text(chars) } })).toEqual([`query.${name}: ${fault}`]);
  });

  it('names its interaction by UUIDs', () => {
    const path = { agent_id: UUID, workflow_id: 'default', session: 'ephemeral', oauth_uuid: UUID };
    expect(faults(completeSignIn, { path })).toEqual([]);
    expect(faults(completeSignIn, { path: { ...path, oauth_uuid: 'x' } })).toHaveLength(1);
  });
});
