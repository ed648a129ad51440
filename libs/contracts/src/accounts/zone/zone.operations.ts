import { betweenHosts } from '../../core/between-hosts';
import { operation } from '../../core/operation';
import { AccountTarget } from '../account/account.dto';
import {
  AccountInZone,
  FormerMembersInZone,
  IndexedKnowledgeBoxes,
  PurgedAccount,
  ZoneAnnouncement,
  ZoneList,
} from './zone.dto';

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

/**
 * Registers a zone with the accounts host, or replaces its registration.
 *
 * @throws AppError `forbidden` when a zone announces another one
 */
export const announceZone = operation({
  ...betweenHosts('accounts.zone.announce', 'accounts'),
  summary: 'Announce a zone',
  body: ZoneAnnouncement,
  deadlineMs: 5_000,
});

/** Asks a zone that is not on this bus. @throws AppError `unavailable` */
export const indexRemoteZone = operation({
  name: 'accounts.remote-zone.index',
  summary: 'List the knowledge boxes that another zone holds for an account',
  body: AccountInZone,
  answer: IndexedKnowledgeBoxes,
  deadlineMs: 5_000,
});

/** The same question to a zone that is not on this bus. @throws AppError `unavailable` */
export const removeMembersInRemoteZone = operation({
  name: 'accounts.remote-zone.remove-members',
  summary: 'Take the roles of former members of an account from them in another zone',
  body: FormerMembersInZone,
  deadlineMs: 10_000,
});

/** The same question to a zone that is not on this bus. @throws AppError `unavailable` */
export const purgeInRemoteZone = operation({
  name: 'accounts.remote-zone.purge-account',
  summary: 'Delete what another zone holds for an account',
  body: AccountInZone,
  answer: PurgedAccount,
  deadlineMs: 30_000,
});
