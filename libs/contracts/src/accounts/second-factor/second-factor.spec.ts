import { membersOf } from '../../validation/answers.fixture';
import { required, tooLong } from '../../validation/members.fixture';
import { faults, routesOf, text } from '../../validation/requests.fixture';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  resetSecondFactorOfMember,
} from './second-factor.operations';

describe('the second factor', () => {
  it('belongs to its user', () => {
    const operations = [getSecondFactor, beginSecondFactor, confirmSecondFactor, renewRecoveryCodes, endSecondFactor];
    expect(routesOf(...operations)).toEqual({
      'GET /user/second_factor': '200 json; any of self; user pat',
      'POST /user/second_factor': '201 json; any of self; user pat',
      'POST /user/second_factor/confirm': '200 json; any of self; user pat',
      'POST /user/second_factor/recovery_codes': '200 json; any of self; user pat',
      'POST /user/second_factor/off': '200 null; any of self; user pat',
    });
  });

  it('is reset for those who lost it by owners of their account, and by who runs the deployment', () => {
    expect(routesOf(resetSecondFactorOfMember, resetSecondFactor)).toEqual({
      'DELETE /account/{account}/user/{user_id}/second_factor': '204 empty; AOWNER of account; user pat',
      'DELETE /api/manage/@user/{user_id}/second_factor': '204 empty; ROOT of nothing; user pat',
    });
    expect(faults(resetSecondFactor, { path: { user_id: 'ada' } })).toHaveLength(1);
  });

  it('is changed with a proof, or a sign-in of the last minutes', () => {
    for (const changed of [beginSecondFactor, renewRecoveryCodes, endSecondFactor]) {
      expect(faults(changed, { body: {} })).toEqual([]);
      expect(faults(changed, { body: { password: 'p', code: '123456' } })).toEqual([]);
      expect(faults(changed, { body: { password: text(257) } })).toEqual([`body.password: ${tooLong(256)}`]);
    }
    expect(faults(confirmSecondFactor, { body: {} })).toEqual([`body.code: ${required}`]);
    expect(faults(confirmSecondFactor, { body: { code: text(65) } })).toEqual([`body.code: ${tooLong(64)}`]);
  });

  it('shows its secret once, and recovery codes once', () => {
    const file = `${__dirname}/second-factor.dto.ts`;
    expect(membersOf(file, 'SecondFactor')).toBe('enabled, since|null, recovery_codes_left');
    expect(membersOf(file, 'SecondFactorSetUp')).toBe('secret, uri, qr_svg');
  });
});
