import { type Actor, SESSION, type Target, type World } from './authorization-matrix.fixture';

const OWN = 'aaaaaaaa-0000-4000-8000-000000000001';
const OTHER = 'aaaaaaaa-0000-4000-8000-000000000002';
const BOX = 'bbbbbbbb-0000-4000-8000-000000000001';
const SIBLING = 'bbbbbbbb-0000-4000-8000-000000000002';
const FOREIGN = 'bbbbbbbb-0000-4000-8000-000000000003';
const PUBLISHED = 'bbbbbbbb-0000-4000-8000-000000000004';
const OWN_PUBLISHED = 'bbbbbbbb-0000-4000-8000-000000000005';
const AGENT = 'dddddddd-0000-4000-8000-000000000001';
const OTHER_AGENT = 'dddddddd-0000-4000-8000-000000000002';
const PUBLISHED_AGENT = 'dddddddd-0000-4000-8000-000000000003';
const MISSING = 'cccccccc-0000-4000-8000-000000000000';

/** Accounts, knowledge boxes and agents of the matrix. */
export const world: World = {
  accounts: [OWN, OTHER],
  boxes: {
    [BOX]: { account: OWN, published: false },
    [SIBLING]: { account: OWN, published: false },
    [FOREIGN]: { account: OTHER, published: false },
    [PUBLISHED]: { account: OTHER, published: true },
    [OWN_PUBLISHED]: { account: OWN, published: true },
    [AGENT]: { account: OWN, published: false, isAgent: true },
    [OTHER_AGENT]: { account: OTHER, published: false, isAgent: true },
    [PUBLISHED_AGENT]: { account: OTHER, published: true, isAgent: true },
  },
};

/** Callers of the matrix. */
export const actors: readonly Actor[] = [
  { name: 'nobody', kind: 'none' },
  { name: 'root', kind: 'user', isRoot: true },
  { name: 'owner', kind: 'user', memberships: { [OWN]: 'AOWNER' } },
  { name: 'owner-reading', kind: 'pat', memberships: { [OWN]: 'AOWNER' }, roles: { [BOX]: 'SMEMBER' } },
  { name: 'member', kind: 'user', memberships: { [OWN]: 'AMEMBER' } },
  { name: 'reader', kind: 'user', memberships: { [OWN]: 'AMEMBER' }, roles: { [BOX]: 'SMEMBER' } },
  { name: 'writer', kind: 'pat', memberships: { [OWN]: 'AMEMBER' }, roles: { [BOX]: 'SCONTRIBUTOR' } },
  { name: 'manager', kind: 'pat', memberships: { [OWN]: 'AMEMBER' }, roles: { [BOX]: 'SOWNER' } },
  { name: 'stranger', kind: 'user', memberships: {} },
  { name: 'guest', kind: 'user', memberships: {}, roles: { [PUBLISHED]: 'SMEMBER' } },
  { name: 'neighbour', kind: 'pat', memberships: { [OTHER]: 'AMEMBER' } },
  { name: 'sa-reader', kind: 'sa', account: OWN, box: { kbid: BOX, role: 'SMEMBER' } },
  { name: 'sa-writer', kind: 'sa', account: OWN, box: { kbid: BOX, role: 'SCONTRIBUTOR' } },
  { name: 'sa-owner', kind: 'sa', account: OWN, box: { kbid: BOX, role: 'SOWNER' } },
  { name: 'temporal', kind: 'temporal', account: OWN, box: { kbid: BOX, role: 'SCONTRIBUTOR' } },
  { name: 'temporal-groups', kind: 'temporal', account: OWN, box: { kbid: BOX, role: 'SCONTRIBUTOR' }, groups: ['a'] },
  { name: 'eph', kind: 'eph', account: OWN, box: { kbid: BOX, role: 'SMEMBER' } },
  { name: 'agent-reader', kind: 'user', memberships: { [OWN]: 'AMEMBER' }, roles: { [AGENT]: 'SMEMBER' } },
  { name: 'agent-owner', kind: 'pat', memberships: { [OWN]: 'AMEMBER' }, roles: { [AGENT]: 'SOWNER' } },
  { name: 'agent-guest', kind: 'user', memberships: {}, roles: { [OTHER_AGENT]: 'SCONTRIBUTOR' } },
  { name: 'sa-of-agent', kind: 'sa', account: OWN, box: { kbid: AGENT, role: 'SMEMBER' } },
  { name: 'owning-sa-of-agent', kind: 'sa', account: OWN, box: { kbid: AGENT, role: 'SOWNER' } },
  { name: 'temporal-of-agent', kind: 'temporal', account: OWN, box: { kbid: AGENT, role: 'SOWNER' } },
  { name: 'eph-of-agent', kind: 'eph', account: OWN, box: { kbid: AGENT, role: 'SMEMBER' } },
  { name: 'eph-of-session', kind: 'eph', account: OWN, box: { kbid: AGENT, role: 'SMEMBER' }, session: SESSION },
  { name: 'eph-of-another', kind: 'eph', account: OWN, box: { kbid: AGENT, role: 'SMEMBER' }, session: 'another' },
  { name: 'key-of-session', kind: 'temporal', account: OWN, box: { kbid: AGENT, role: 'SMEMBER' }, session: SESSION },
  { name: 'key-of-another', kind: 'temporal', account: OWN, box: { kbid: AGENT, role: 'SMEMBER' }, session: 'another' },
  { name: 'nua', kind: 'nua', account: OWN },
  { name: 'nua-managing', kind: 'nua', account: OWN, allowKbManagement: true },
  { name: 'scim', kind: 'scim', account: OWN },
  { name: 'foreign-scim', kind: 'scim', account: OTHER },
  { name: 'expired', kind: 'user', memberships: { [OWN]: 'AOWNER' }, isVoid: true },
  { name: 'sa-revoked', kind: 'sa', account: OWN, box: { kbid: BOX, role: 'SOWNER' }, isVoid: true },
  { name: 'nua-revoked', kind: 'nua', account: OWN, allowKbManagement: true, isVoid: true },
  { name: 'scim-revoked', kind: 'scim', account: OWN, isVoid: true },
  { name: 'owner-as-key', kind: 'user', memberships: { [OWN]: 'AOWNER' }, header: 'x-svc-serviceaccount' },
  { name: 'sa-as-bearer', kind: 'sa', account: OWN, box: { kbid: BOX, role: 'SOWNER' }, header: 'authorization' },
  { name: 'nua-as-key', kind: 'nua', account: OWN, allowKbManagement: true, header: 'x-svc-serviceaccount' },
  { name: 'zone', kind: 'peer' },
  { name: 'accounts-host', kind: 'peer', isAccountsHost: true },
];

/** Whether a caller holds something on agents only. */
export function isOfAgents({ box, roles = {} }: Actor): boolean {
  const held = [...(box ? [box.kbid] : []), ...Object.keys(roles)];
  return held.length > 0 && held.every((kbid) => world.boxes[kbid]?.isAgent);
}

/** Targets of the matrix. */
export const targets: readonly Target[] = [
  { name: 'own', kbid: BOX, account: OWN },
  { name: 'own, in the other form', kbid: BOX.replaceAll('-', '').toUpperCase(), account: OWN },
  { name: 'of the same account', kbid: SIBLING, account: OWN },
  { name: 'foreign', kbid: FOREIGN, account: OTHER },
  { name: 'published by others', kbid: PUBLISHED, account: OTHER },
  { name: 'published by the same account', kbid: OWN_PUBLISHED, account: OWN },
  { name: 'own agent', kbid: AGENT, account: OWN },
  { name: 'foreign agent', kbid: OTHER_AGENT, account: OTHER },
  { name: 'agent published by others', kbid: PUBLISHED_AGENT, account: OTHER },
  { name: 'foreign under the own account', kbid: FOREIGN, account: OWN },
  { name: 'missing', kbid: MISSING, account: OWN },
  { name: 'of a missing account', kbid: BOX, account: MISSING },
  { name: 'malformed', kbid: 'box', account: OWN },
];
