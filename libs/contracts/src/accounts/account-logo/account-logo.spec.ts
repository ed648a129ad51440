import { required } from '../../validation/members.fixture';
import { faults, routesOf } from '../../validation/requests.fixture';
import { LOGO_BYTES_MAX, logoTypes } from './account-logo.dto';
import * as logo from './account-logo.operations';

describe('the logo of an account', () => {
  it('is set by owners, in three ways, and seen by members', () => {
    expect(routesOf(...Object.values(logo))).toEqual({
      'PATCH /account/{account}/logo.png': '204 empty; AOWNER of account; user pat',
      'POST /account/{account}/logo.png': '204 empty; AOWNER of account; user pat',
      'PUT /account/{account}/logo.png': '204 empty; AOWNER of account; user pat',
      'GET /account/{account}/logo.png': '200 binary; AMEMBER or AOWNER of account; user pat',
    });
  });

  it('is a picture of at most 5 MiB that travels with its form', () => {
    expect(LOGO_BYTES_MAX).toBe(5_242_880);
    expect(logoTypes).toEqual(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
    expect(logo.putAccountLogo.http).toMatchObject({ bodyKind: 'file-form', carriesFile: true });
  });

  it('is of an account that is named twice', () => {
    for (const one of Object.values(logo))
      expect(faults(one, { query: {} })).toContain(`query.account_id: ${required}`);
  });
});
