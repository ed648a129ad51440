import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';
import { betweenHosts } from '../core/between-hosts';
import { operation } from '../core/operation';
import { IndexedKnowledgeBoxes } from '../knowledge-box/knowledge-box';
import { AccountTarget } from './account';

/** A zone: a host that holds knowledge boxes. */
export class Zone {
  /** Id of the zone, UUID with hyphens. */
  id!: string;
  /** Name of the zone in addresses and settings; unique. */
  slug!: string;
  /** Name of the zone for people. */
  title!: string;
  /** Where the zone runs; always `SELF_HOSTED`. */
  cloud_provider!: string;
  /** Whether the zone belongs to one account alone; always false. */
  private!: boolean;
  /** Base of every address of the zone, with scheme and port, without a slash at the end. */
  origin!: string;
}

/** Zones of the deployment. */
export class ZoneList {
  /** All of them, ordered by slug. */
  zones!: readonly Zone[];
}

/**
 * Returns every zone of the deployment, ordered by slug: no zone belongs to one account alone. Clients send requests
 * about a knowledge box to the `origin` of its zone.
 */
export const listZones = operation({
  name: 'accounts.zone.list',
  summary: 'List the zones of all accounts of the authenticated user',
  http: { method: 'GET', path: '/api/v1/zones', host: 'accounts', success: 200, member: 'zones' },
  policy: { credentials: ['user', 'pat'], role: 'any', on: 'self' },
  answer: ZoneList,
  deadlineMs: 10_000,
});

/** Returns every zone of the deployment, ordered by slug: each account may use all of them. */
export const listAccountZones = operation({
  name: 'accounts.account-zone.list',
  summary: 'List the zones of an account',
  http: { method: 'GET', path: '/api/v1/account/{account}/zones', host: 'accounts', success: 200, member: 'zones' },
  policy: { credentials: ['user', 'pat'], role: ['AMEMBER', 'AOWNER'], on: 'account' },
  params: AccountTarget,
  answer: ZoneList,
  deadlineMs: 10_000,
});

/** What a zone says about itself. */
export class ZoneAnnouncement {
  /** Name of the zone; it identifies the zone. */
  @IsString() @Matches(/^[a-z0-9][a-z0-9_-]{0,62}$/) slug!: string;
  /** Name of the zone for people. */
  @IsString() @IsNotEmpty() @MaxLength(256) title!: string;
  /** Where clients reach the zone, with scheme and port, without a slash at the end. */
  @IsString() @Matches(/^https?:\/\/[^/?#\s]+$/) @MaxLength(512) origin!: string;
}

/**
 * Registers a zone with the accounts host, or replaces what is registered of it.
 *
 * @throws AppError `forbidden` when a zone announces another one
 */
export const announceZone = operation({
  ...betweenHosts('accounts.zone.announce', 'accounts'),
  summary: 'Announce a zone',
  body: ZoneAnnouncement,
  deadlineMs: 5_000,
});

/** An account, in a zone on another host. */
export class AccountInZone {
  /** Slug of the zone. */
  zone!: string;
  /** Base of the addresses of the zone. */
  origin!: string;
  /** Id of the account, UUID with hyphens. */
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
