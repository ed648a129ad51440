import { ConfigError } from '@lectern/config';
import { ACCOUNTS_PEER, AppError, zoneOfPeer, zonePeer } from '@lectern/contracts/core';
import { claimedPeer, type PeerTalk, signPeerToken, verifyPeerToken } from '@lectern/secrets';
import type { PeerConfig } from './peer.config';

const KEY_CHARS_MIN = 32;

/** Role of this host for others. */
export interface OwnZone {
  /** Of the interface: zone, accounts. */
  readonly hosts: readonly string[];
  /** Slug of the own zone. */
  readonly zone: string;
}

/** The other hosts that this one talks with: its accounts host, or the zones elsewhere. */
export class Peers {
  private constructor(
    private readonly zone: string,
    private readonly ownKey: string | undefined,
    private readonly keys: ReadonlyMap<string, string>,
    /** Where the accounts host is, when it is elsewhere. */
    readonly accountsOrigin: string | undefined,
  ) {}

  /** @throws ConfigError */
  static of({ ACCOUNTS_URL, ZONE_KEY, ZONE_KEYS }: PeerConfig, { hosts, zone }: OwnZone): Peers {
    const problems: string[] = [];
    if (ACCOUNTS_URL !== undefined && hosts.includes('accounts'))
      problems.push('ACCOUNTS_URL says that users and accounts are elsewhere: set GATEWAY_HOSTS to zone');
    if ((ACCOUNTS_URL === undefined) !== (ZONE_KEY === undefined))
      problems.push('ACCOUNTS_URL and ZONE_KEY belong together: set both, or none');
    if (ZONE_KEYS.length > 0 && !hosts.includes('accounts'))
      problems.push('ZONE_KEYS is for the accounts host, and GATEWAY_HOSTS does not contain accounts');
    const keys = new Map(ZONE_KEYS.map(slugAndKey));
    if ([...keys].some(([slug, key]) => !/^[a-z0-9][a-z0-9_-]{0,62}$/.test(slug) || key.length < KEY_CHARS_MIN))
      problems.push(
        `ZONE_KEYS must be slug=key, separated by commas, each key of at least ${KEY_CHARS_MIN} characters`,
      );
    if (hosts.includes('zone') && keys.has(zone))
      problems.push(`ZONE_KEYS contains ${zone}, which is this zone itself (ZONE_SLUG)`);
    if (problems.length > 0) throw new ConfigError(problems);
    return new Peers(zone, ZONE_KEY, keys, ACCOUNTS_URL?.replace(/\/$/, ''));
  }

  /** For the accounts host. */
  tokenForAccounts(): Promise<string> {
    return signPeerToken({ from: zonePeer(this.zone), to: ACCOUNTS_PEER, key: this.ownKey ?? failUnset('ZONE_KEY') });
  }

  /** @throws AppError `unavailable` for a zone that has no key */
  async tokenForZone(slug: string): Promise<string> {
    const key = this.keys.get(slug);
    if (key === undefined) throw new AppError('unavailable', `ZONE_KEYS has no key of the zone ${slug}`);
    return signPeerToken({ from: ACCOUNTS_PEER, to: zonePeer(slug), key });
  }

  /** Whether it is a token of another host, which no service knows. */
  isPeerToken(token: string): boolean {
    return claimedPeer(token) !== undefined;
  }

  /**
   * @returns the name of the host that speaks
   * @throws AppError `forbidden`, so that a wrong key is not taken for a user's
   */
  async verify(token: string): Promise<{ readonly id: string; readonly expiresMs: number }> {
    const from = claimedPeer(token) ?? '';
    const talk = this.talkOf(from);
    if (!talk) throw new AppError('forbidden', 'This host shares no key with the one that asks');
    return { id: from, expiresMs: await verifyPeerToken(token, talk) };
  }

  private talkOf(from: string): PeerTalk | undefined {
    const zone = zoneOfPeer(from);
    const key = zone === undefined ? this.ownKey : this.keys.get(zone);
    if (key === undefined || (zone === undefined && from !== ACCOUNTS_PEER)) return undefined;
    return { from, to: zone === undefined ? zonePeer(this.zone) : ACCOUNTS_PEER, key };
  }
}

function slugAndKey(entry: string): [string, string] {
  const end = entry.indexOf('=');
  return [entry.slice(0, Math.max(end, 0)), entry.slice(end + 1)];
}

function failUnset(setting: string): never {
  throw new Error(`${setting} is missing`);
}
