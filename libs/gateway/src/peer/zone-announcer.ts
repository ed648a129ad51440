import { Bus } from '@lectern/bus';
import { ConfigError, deployment } from '@lectern/config';
import { announceZone } from '@lectern/contracts/accounts';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Edge } from '../edge/edge';

/** An accounts service beside it starts at the same time; one elsewhere is not waited for. */
const FIRST_MS_MAX = 5_000;
const FIRST_PAUSE_MS = 100;
const RETRY_MS = 5_000;
/** The accounts host may have lost what it knew, such as by a restored backup. */
const REPEAT_MS = 5 * 60_000;

/** Tells the accounts host that this zone is there, and where. */
@Injectable()
export class ZoneAnnouncer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Zone');
  private timer: NodeJS.Timeout | undefined;
  private isAnnounced = false;
  private isStopped = false;
  /** Nothing is wrong yet: both start. */
  private isWaiting = false;

  constructor(
    private readonly bus: Bus,
    private readonly edge: Edge,
  ) {}

  /** @throws ConfigError when the accounts host refuses this zone */
  async onApplicationBootstrap(): Promise<void> {
    const { config, peers } = this.edge;
    if (!config.GATEWAY_HOSTS.includes('zone')) return;
    const end = Date.now() + FIRST_MS_MAX;
    this.isWaiting = peers.accountsOrigin === undefined;
    while (!(await this.announce()) && this.isWaiting) {
      await sleep(FIRST_PAUSE_MS);
      this.isWaiting = Date.now() < end;
    }
    this.isWaiting = false;
    this.repeat();
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private repeat(): void {
    if (this.isStopped) return;
    const again = () =>
      void this.announce()
        .catch(this.complain)
        .then(() => this.repeat());
    this.timer = setTimeout(again, this.isAnnounced ? REPEAT_MS : RETRY_MS).unref();
  }

  private readonly complain = ({ message }: Error): void => this.logger.error(message.replaceAll('\n', ' '));

  /** @returns whether the accounts host heard it */
  private async announce(): Promise<boolean> {
    const { zone } = deployment();
    const wasAnnounced = this.isAnnounced;
    this.isAnnounced = false;
    try {
      await this.bus.request(announceZone, { body: zone }, { principal: systemPrincipal });
      this.isAnnounced = true;
      if (!wasAnnounced && this.edge.peers.accountsOrigin !== undefined)
        this.logger.log(`Zone ${zone.slug} is known to ${this.accounts}`);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.judge(error, zone.slug);
    }
    return this.isAnnounced;
  }

  /** A wrong setting is no absence, and does not pass. */
  private judge({ code, message }: AppError, slug: string): void {
    const { accountsOrigin: origin } = this.edge.peers;
    if (origin !== undefined && code === 'forbidden')
      throw new ConfigError([
        `ACCOUNTS_URL ${origin} does not know zone ${slug} by ZONE_KEY (${message}): ` +
          `add ${slug} with the same key to its ZONE_KEYS, and compare ZONE_SLUG`,
      ]);
    if (origin !== undefined && (code === 'not_found' || code === 'invalid_request'))
      throw new ConfigError([`ACCOUNTS_URL ${origin} is no accounts host that takes zones: ${message}`]);
    if (!this.isWaiting) this.logger.warn(`Zone ${slug} is not known to ${this.accounts} yet: ${message}`);
  }

  private get accounts(): string {
    return this.edge.peers.accountsOrigin ?? 'the accounts service';
  }
}
