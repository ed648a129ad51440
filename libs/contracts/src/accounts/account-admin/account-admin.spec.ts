import { required } from '../../validation/members.fixture';
import { conductOf, faults, routesOf } from '../../validation/requests.fixture';
import * as admin from './account-admin.operations';

const { purgeAccountInZone: purge, ...operations } = admin;
const manage = (body: unknown) => faults(admin.manageAccount, { body });

describe('the administration of accounts', () => {
  it('is for who runs the deployment', () => {
    const right = '204 empty; ROOT of nothing; user pat';
    expect(routesOf(...Object.values(operations))).toEqual({
      'PATCH /api/manage/@account/{account}': right,
      'DELETE /api/manage/@account/{account}': right,
      'POST /api/manage/@account/{account}/{user_id}': right,
      'PATCH /api/manage/@account/{account}/{user_id}': right,
      'DELETE /api/manage/@account/{account}/{user_id}': right,
    });
  });

  it('needs room to add a user only', () => {
    expect(conductOf(...Object.values(operations))).toMatchObject({
      'accounts.account.manage': '10 s',
      'accounts.account.purge': '10 s',
      'accounts.managed-member.add': '10 s, needs room',
      'accounts.managed-member.modify': '10 s',
      'accounts.managed-member.remove': '10 s',
    });
    expect(purge).toMatchObject({ name: 'purgeAccountInZone', worksWithoutRoom: true });
  });

  it('takes a type, names and the end of a trial', () => {
    expect(manage({ type: 'v3pro', slug: 'a', title: 'A', description: null, trial_expiration_date: null })).toEqual(
      [],
    );
    expect(manage({ trial_expiration_date: '2026-01-01T00:00:00Z' })).toEqual([]);
    for (const body of [{ type: 'gold' }, { slug: 'A' }, { title: '' }, { trial_expiration_date: 'soon' }])
      expect([body, manage(body).length]).toEqual([body, 1]);
  });

  it('gives a user one of two roles', () => {
    expect(faults(admin.addManagedMember, { body: {} })).toEqual([`body.role: ${required}`]);
    expect(faults(admin.modifyManagedMember, { body: { role: 'SOWNER' } })).toHaveLength(1);
  });
});
