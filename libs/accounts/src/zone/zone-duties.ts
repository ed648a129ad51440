import { Bus } from '@lectern/bus';
import { purgeInRemoteZone, removeMembersInRemoteZone } from '@lectern/contracts/accounts';
import { systemPrincipal } from '@lectern/contracts/core';
import { FORMER_MEMBERS_MAX, purgeFormerAccount, removeFormerMembersOfAccount } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ZoneEntity } from './zone.entity';
import { ZoneRepository } from './zone.repository';
import { ZoneService } from './zone.service';

/** Users of an account. */
interface UsersOfAccount {
  readonly account: string;
  readonly users: readonly string[];
}

/** What zones do for the accounts host when an account, or its members, change. All of it may be done twice. */
@Injectable()
export class ZoneDuties {
  constructor(
    private readonly bus: Bus,
    private readonly zones: ZoneService,
    private readonly rows: ZoneRepository,
  ) {}

  async slugs(tx: EntityManager): Promise<readonly string[]> {
    return (await this.rows.list(tx)).map(({ slug }) => slug);
  }

  /** @throws AppError `unavailable` when the zone does not answer */
  async removeMembers(slug: string, { account, users }: UsersOfAccount, signal: AbortSignal): Promise<void> {
    const zone = await this.find(slug);
    if (!zone) return;
    for (let at = 0; at < users.length; at += FORMER_MEMBERS_MAX) {
      const some = { account, users: users.slice(at, at + FORMER_MEMBERS_MAX) };
      const call = { principal: systemPrincipal, signal };
      if (zone.isRemote)
        await this.bus.request(removeMembersInRemoteZone, { body: { zone: slug, origin: zone.origin, ...some } }, call);
      else await this.bus.request(removeFormerMembersOfAccount, { body: some }, call);
    }
  }

  /** @returns how many boxes the zone has left of it @throws AppError `unavailable` when the zone does not answer */
  async purgeSome(slug: string, account: string, signal: AbortSignal): Promise<number> {
    const zone = await this.find(slug);
    if (!zone) return 0;
    const call = { principal: systemPrincipal, signal };
    const { left } = zone.isRemote
      ? await this.bus.request(purgeInRemoteZone, { body: { zone: slug, origin: zone.origin, account } }, call)
      : await this.bus.request(purgeFormerAccount, { body: { account } }, call);
    return left;
  }

  /** Undefined once the zone is gone. */
  private async find(slug: string): Promise<ZoneEntity | undefined> {
    return (await this.zones.rows()).find((zone) => zone.slug === slug);
  }
}
