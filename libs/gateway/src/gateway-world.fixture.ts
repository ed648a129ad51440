import type { AccessWorld } from './access/access-world.fixture';

export const ACCOUNT = 'aaaaaaaa-0000-4000-8000-000000000001';
export const BOX = 'bbbbbbbb-0000-4000-8000-000000000001';
export const PUBLISHED = 'bbbbbbbb-0000-4000-8000-000000000002';

/** Callers and knowledge boxes of the specs of the gateway. */
export function testWorld(): AccessWorld {
  const closed = { account: ACCOUNT, allowedOrigins: null, allowedIpAddresses: null };
  return {
    users: {
      user: {
        kind: 'user',
        id: 'user',
        type: 'USER',
        accounts: [{ id: ACCOUNT, slug: 'acme', role: 'AMEMBER' }],
        key: 'session',
      },
    },
    keys: {
      reader: { kind: 'sa', id: 'reading', account: ACCOUNT, kb: BOX, role: 'SMEMBER', key: 'k1' },
      writer: { kind: 'sa', id: 'writing', account: ACCOUNT, kb: BOX, role: 'SCONTRIBUTOR', key: 'k2' },
      link: {
        kind: 'eph',
        id: 'link',
        account: ACCOUNT,
        kb: BOX,
        role: 'SMEMBER',
        key: 'k3',
        path: `/kb/${BOX}/download`,
      },
      nua: { kind: 'nua', id: 'nua', account: ACCOUNT, key: 'k4' },
    },
    boxes: {
      [BOX]: { ...closed, state: 'PRIVATE', roles: { user: 'SCONTRIBUTOR' } },
      [PUBLISHED]: { ...closed, state: 'PUBLISHED' },
    },
    accounts: { [ACCOUNT]: 'acme' },
    asked: [],
  };
}
