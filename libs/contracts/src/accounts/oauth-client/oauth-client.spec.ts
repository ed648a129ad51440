import { tooLong } from '../../validation/members.fixture';
import { faults, received, routesOf, text } from '../../validation/requests.fixture';
import { deleteClient, readClient, registerClient, updateClient } from './oauth-client.operations';

describe('applications that register themselves', () => {
  it('are registered by anyone, and changed with a token of their own', () => {
    expect(routesOf(registerClient, readClient, updateClient, deleteClient)).toMatchInlineSnapshot(`
{
  "DELETE /oauth2/register/{client_id}": "204 json; any of nothing; none",
  "GET /oauth2/register/{client_id}": "200 json; any of nothing; none",
  "POST /oauth2/register": "201 json; any of nothing; none",
  "PUT /oauth2/register/{client_id}": "200 json; any of nothing; none",
}
`);
    expect([readClient, updateClient, deleteClient].map(({ http }) => http?.tellsAuthorization)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('say of themselves what the interface knows, and other members are ignored', () => {
    const body = {
      redirect_uris: ['https://app.example/cb'],
      jwks_uri: 'https://app.example/keys',
      client_name: 'App',
    };
    expect(received(registerClient, { body }).body).toEqual({
      redirect_uris: ['https://app.example/cb'],
      client_name: 'App',
    });
    expect(faults(registerClient, { body: { client_name: text(257) } })).toEqual([`body.client_name: ${tooLong(256)}`]);
    expect(faults(registerClient, { body: { redirect_uris: 'https://app.example/cb' } })).toHaveLength(1);
    const many = Array.from({ length: 51 }, () => 'https://app.example/cb');
    expect(faults(registerClient, { body: { redirect_uris: many } })).toHaveLength(1);
  });
});
