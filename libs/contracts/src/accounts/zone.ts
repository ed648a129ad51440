import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';
import { betweenHosts } from '../core/between-hosts';
import { operation } from '../core/operation';
import { IndexedKnowledgeBoxes } from '../knowledge-box/knowledge-box';
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

export const listZones = operation({
  name: 'accounts.zone.list',
  summary: 'List the zones of all accounts of the authenticated user',
  http: { method: 'GET', path: '/api/v1/zones', host: 'accounts', success: 200, member: 'zones' },
  policy: { credentials: ['user', 'pat'], role: 'any', on: 'self' },
  answer: ZoneList,
  deadlineMs: 10_000,
});

export const listAccountZones = operation({
  name: 'accounts.account-zone.list',
  summary: 'List the zones of an account',
  http: { method: 'GET', path: '/api/v1/account/{account}/zones', host: 'accounts', success: 200, member: 'zones' },
  policy: { credentials: ['user', 'pat'], role: ['AMEMBER', 'AOWNER'], on: 'account' },
  params: AccountTarget,
  answer: ZoneList,
  deadlineMs: 10_000,
});

/** What a zone says of itself. */
export class ZoneAnnouncement {
  @IsString() @Matches(/^[a-z0-9][a-z0-9_-]{0,62}$/) slug!: string;
  @IsString() @IsNotEmpty() @MaxLength(256) title!: string;
  /** Where clients reach it, with scheme and port, without a slash at the end. */
  @IsString() @Matches(/^https?:\/\/[^/?#\s]+$/) @MaxLength(512) origin!: string;
}

/**
 * Tells the accounts host where a zone is; what it knew of the zone is replaced.
 *
 * @throws AppError `forbidden` when a zone speaks for another
 */
export const announceZone = operation({
  ...betweenHosts('accounts.zone.announce', 'accounts'),
  summary: 'Announce a zone',
  body: ZoneAnnouncement,
  deadlineMs: 5_000,
});

export class AccountInZone {
  /** Slug. */
  zone!: string;
  origin!: string;
  /** Id. */
  account!: string;
}

/** Asks a zone that is not on this bus. @throws AppError `unavailable` */
export const indexRemoteZone = operation({
  name: 'accounts.remote-zone.index',
  summary: 'List the knowledge boxes that another zone holds for an account',
  body: AccountInZone,
  answer: IndexedKnowledgeBoxes,
  deadlineMs: 5_000,
});
