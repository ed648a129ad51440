import { membersOf } from '../../validation/answers.fixture';
import { unsupported, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, routesOf } from '../../validation/requests.fixture';
import { AssumeRoleFinish } from './assumed-role.dto';
import * as roles from './assumed-role.operations';

const role = 'arn:aws:iam::210987654321:role/lectern';
const faultsOf = (body: unknown) => faults(roles.finishAssumeRole, { body });
const pattern = "String should match pattern '^arn:[a-z0-9-]+:iam::\\d{12}:role\\/[A-Za-z0-9+=,.@_/-]{1,500}$'";

describe('the role of a cloud account', () => {
  it('is given by owners of the account and its NUA keys', () => {
    const callers = 'AOWNER of account; nua user pat';
    const path = '/account/{account}/assume_role/bedrock';
    expect(routesOf(...Object.values(roles))).toEqual({
      [`GET ${path}`]: `200 json; ${callers}`,
      [`POST ${path}`]: `200 json; ${callers}`,
      [`DELETE ${path}`]: `200 json; ${callers}`,
      [`GET ${path}/validate`]: `200 json; ${callers}`,
    });
  });

  it('can be looked at and forgotten while the disk is full', () => {
    expect(conductOf(...Object.values(roles))).toEqual({
      'understanding.assumed-role.start': '30 s, needs room',
      'understanding.assumed-role.finish': '30 s, needs room',
      'understanding.assumed-role.validate': '30 s',
      'understanding.assumed-role.delete': '30 s',
    });
  });

  it('is asked for with what it must trust, and forgotten with null', () => {
    expect(membersOf(`${__dirname}/assumed-role.dto.ts`, 'AssumeRoleStart')).toBe(
      'external_id, cloud_account_id, role_name',
    );
    expect(roles.deleteAssumeRole.http?.member).toBe('nothing');
    expect(membersOf(`${__dirname}/assumed-role.dto.ts`, 'AssumeRoleState')).toBe('');
  });

  it('is named by either of two members', () => {
    expect(wireOf(AssumeRoleFinish, { role_ref: role })).toEqual({ role_ref: 'null text', role_arn: 'null text' });
    expect(faultsOf({ role_ref: role })).toEqual([]);
    expect(faultsOf({ role_arn: role, role_ref: null })).toEqual([]);
  });

  it.each([
    [{}, ': Value error, role_ref is missing'],
    [{ role_ref: null }, ': Value error, role_ref is missing'],
    [{ role_ref: role, external_id: 'a' }, `.external_id: ${unsupported('external_id')}`],
    [{ role_ref: 'lectern' }, `.role_ref: ${pattern}`],
    [{ role_ref: role.replace('210987654321', '2109876543') }, `.role_ref: ${pattern}`],
    [{ role_ref: `${role}?x` }, `.role_ref: ${pattern}`],
    [{ role_arn: role.replace('role', 'user') }, `.role_arn: ${pattern}`],
    [{ role_arn: `${role}\n` }, `.role_arn: ${pattern}`],
  ])('is refused as %j', (body, fault) => {
    expect(faultsOf(body)).toEqual([`body${fault}`]);
  });

  it.each(['arn:aws-cn:iam::000000000000:role/a', 'arn:aws:iam::210987654321:role/path/to/R+=,.@_-1'])(
    'may be %s',
    (role_ref) => {
      expect(faultsOf({ role_ref })).toEqual([]);
    },
  );
});
