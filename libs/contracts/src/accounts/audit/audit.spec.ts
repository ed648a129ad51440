import { membersOf } from '../../validation/answers.fixture';
import { conductOf, faults, routesOf } from '../../validation/requests.fixture';
import { AUDIT_REPORT_MAX, auditActions } from './audit.dto';
import { exportAuditEvents, listAuditEvents, reportActs } from './audit.operations';

const file = `${__dirname}/audit.dto.ts`;
const id = '0b0e7a44-9d0c-4d5a-8f5e-1c1d2a3b4c5d';
const act = {
  id,
  time: '2026-01-02T03:04:05Z',
  account: id,
  action: 'key_created',
  actor: { kind: 'user', id },
  details: { kbid: id },
};

describe('the audit log', () => {
  it('is read by owners of the account, and added to by zones', () => {
    expect(routesOf(listAuditEvents, exportAuditEvents, reportActs)).toEqual({
      'GET /account/{account}/audit': '200 json; AOWNER of account; user pat',
      'GET /account/{account}/audit/export': '200 ndjson; AOWNER of account; user pat',
      'POST /peer/accounts.audit.report': '200 json; any of nothing; peer',
    });
    expect(Object.values(conductOf(listAuditEvents, exportAuditEvents, reportActs))).toEqual(['15 s', '60 s', '15 s']);
  });

  it('is narrowed by time, act and actor, in pages', () => {
    const asked = (query: object) => faults(listAuditEvents, { path: { account: 'a' }, query });
    expect(asked({ from: '2026-01-01', to: '2026-02-01T00:00:00Z', action: 'invited', who: id, size: '1000' })).toEqual(
      [],
    );
    expect(asked({ action: 'danced' })[0]).toContain('query.action: Input should be ');
    expect([asked({ size: '0' }), asked({ size: '1001' })].map((found) => found.length)).toEqual([1, 1]);
    expect(asked({ before: 'x' })).toHaveLength(1);
    expect(asked({ from: 'yesterday' })).toHaveLength(1);
  });

  it('takes a hundred acts at once, whole', () => {
    const reported = (...acts: object[]) => faults(reportActs, { body: { acts } });
    expect(reported(...Array<object>(AUDIT_REPORT_MAX).fill(act))).toEqual([]);
    expect(reported(...Array<object>(AUDIT_REPORT_MAX + 1).fill(act))).toHaveLength(1);
    for (const missing of ['id', 'time', 'account', 'action', 'actor', 'details'])
      expect([missing, reported({ ...act, [missing]: undefined }).length > 0]).toEqual([missing, true]);
  });

  it('has acts of one spelling', () => {
    expect(auditActions.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
    expect(membersOf(file, 'AuditEvent')).toBe('id, time, action, actor, address|null, user|null, details');
    expect(membersOf(file, 'AuditPage')).toBe('events, next|null');
  });
});
