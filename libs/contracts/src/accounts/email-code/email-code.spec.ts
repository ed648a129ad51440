import { routesOf } from '../../validation/requests.fixture';
import { sendEmailCode } from './email-code.operations';

describe('a code by mail', () => {
  it('goes to the user who asks for it', () => {
    expect(routesOf(sendEmailCode)).toEqual({ 'POST /api/auth/otp/email': '200 null; any of self; user pat' });
  });
});
