import { Bus } from '@lectern/bus';
import { ConfigError, deployment } from '@lectern/config';
import { announceZone, AppError, systemPrincipal } from '@lectern/contracts';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Edge } from '../edge';

/** An accounts service beside it starts at the same time; one elsewhere is not waited for. */
const FIRST_MS_MAX = 5_000;
const FIRST_PAUSE_MS = 100;
const RETRY_MS = 5_000;
/** The accounts host may have lost what it knew, such as by a restored backup. */
const REPEAT_MS = 5 * 60_000;

/** Tells the accounts host that this zone is there, and where. */
@Injectable()
export class ZoneAnnouncer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('Zone');
  private timer: NodeJS.Timeout | undefined;
  private isAnnounced = false;

  constructor(
    private readonly bus: Bus,
    private readonly edge: Edge,
  ) {}

  /** @throws ConfigError when the accounts host refuses this zone */
  async onApplicationBootstrap(): Promise<void> {
    const { config, peers } = this.edge;
    if (!config.GATEWAY_HOSTS.includes('zone')) return;
    const end = Date.now() + (peers.accountsOrigin === undefined ? FIRST_MS_MAX : 0);
    while (!(await this.announce()) && Date.now() < end) await sleep(FIRST_PAUSE_MS);
    this.repeat();
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
  }

  private repeat(): void {
    const again = () => void this.announce().then(() => this.repeat(), this.complain);
    this.timer = setTimeout(again, this.isAnnounced ? REPEAT_MS : RETRY_MS).unref();
  }

  private readonly complain = ({ message }: Error): void => {
    this.log.error(message.replaceAll('\n', ' '));
    this.repeat();
  };

  /** @returns whether the accounts host heard it */
  private async announce(): Promise<boolean> {
    const { accountsOrigin } = this.edge.peers;
    const { zone } = deployment();
    try {
      await this.bus.request(announceZone, { body: zone }, { principal: systemPrincipal });
      if (!this.isAnnounced && accountsOrigin !== undefined)
        this.log.log(`The accounts host ${accountsOrigin} knows zone ${zone.slug}`);
      this.isAnnounced = true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (accountsOrigin !== undefined) this.judge(error, accountsOrigin, zone.slug);
      this.isAnnounced = false;
    }
    return this.isAnnounced;
  }

  private judge({ code, message }: AppError, origin: string, slug: string): void {
    if (code === 'forbidden')
      throw new ConfigError([
        `ACCOUNTS_URL ${origin} does not know zone ${slug} by ZONE_KEY (${message}): ` +
          `add ${slug} with the same key to its ZONE_KEYS, and compare ZONE_SLUG`,
      ]);
    if (code === 'not_found' || code === 'invalid_request')
      throw new ConfigError([`ACCOUNTS_URL ${origin} is no accounts host that takes zones: ${message}`]);
    this.log.warn(`The accounts host ${origin} cannot be reached, users cannot enter this zone yet: ${message}`);
  }
}
