import { deployment } from '@lectern/config';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { ZoneRepository } from '../zone/zone.repository';

export const FOREIGN_TARGET = 'Tokens of this deployment are for its own servers: the resource is at another server';

/** Servers that tokens of users are for: those of the deployment, all alike. */
@Injectable()
export class TokenTargets {
  constructor(
    private readonly transactions: Transactions,
    private readonly zones: ZoneRepository,
  ) {}

  /** Whether a protected resource that an application names (RFC 8707) is one of ours. */
  async isOwn(resource: string, issuer: string): Promise<boolean> {
    if (!URL.canParse(resource) || resource.includes('#')) return false;
    const { origin } = new URL(resource);
    if (origin === issuer || origin === deployment().zone.origin) return true;
    const zones = await this.transactions.read((tx) => this.zones.list(tx));
    return zones.some((zone) => zone.origin.replace(/\/$/, '') === origin);
  }
}
