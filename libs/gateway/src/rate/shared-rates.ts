import { Bus, On } from '@lectern/bus';
import { requestsCounted } from '@lectern/contracts/core';
import { Rounds } from '@lectern/runtime';
import { Controller, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RequestRates } from './request-rates';

type Report = NonNullable<(typeof requestsCounted)['data']>;

/** Time between reports: two instances together pass a limit by at most what they admit within it. */
const EVERY_MS = 250;

/** Tells the other instances of the gateway what this one counted, and hears what they did. */
@Controller()
export class SharedRates implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds = new Rounds(() => this.report(), { name: 'Rates', failure: 'Rates are not shared' });

  constructor(
    private readonly bus: Bus,
    private readonly rates: RequestRates,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start(EVERY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop();
  }

  @On(requestsCounted)
  heard({ process, requests }: Report): void {
    if (process !== this.rates.process) this.rates.hear(requests);
  }

  private report(): void {
    const requests = this.rates.report();
    if (requests.length > 0) this.bus.publish(requestsCounted, { process: this.rates.process, requests });
  }
}
