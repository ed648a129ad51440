import { operation } from '../core/operation';
import { AccountTarget } from './account';

/** Where knowledge boxes live. */
export class Zone {
  id!: string;
  slug!: string;
  title!: string;
  cloud_provider!: string;
  private!: boolean;
  /** Base of every address of the zone, with scheme and port. */
  origin!: string;
}

export class ZoneList {
  zones!: readonly Zone[];
}

const respond = ({ zones }: ZoneList) => ({ body: zones });

export const listZones = operation({
  name: 'accounts.zone.list',
  summary: 'List the zones of all accounts of the authenticated user',
  http: { method: 'GET', path: '/api/v1/zones', host: 'accounts', success: 200, respond },
  policy: { credentials: ['user', 'pat'], role: 'any', on: 'self' },
  answer: ZoneList,
  deadlineMs: 10_000,
});

export const listAccountZones = operation({
  name: 'accounts.account-zone.list',
  summary: 'List the zones of an account',
  http: { method: 'GET', path: '/api/v1/account/{account}/zones', host: 'accounts', success: 200, respond },
  policy: { credentials: ['user', 'pat'], role: ['AMEMBER', 'AOWNER'], on: 'account' },
  params: AccountTarget,
  answer: ZoneList,
  deadlineMs: 10_000,
});
