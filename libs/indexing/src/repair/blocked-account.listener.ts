import { On } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { Controller, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { BlockedRelease } from './blocked-release';

type AccessChange = NonNullable<(typeof accessChanged)['data']>;

/** Checks blocked fields when an account has changed; a schedule does the same in case events are lost. */
@Controller()
export class BlockedAccountListener implements OnApplicationShutdown {
  private readonly logger = new Logger(BlockedAccountListener.name);
  private readonly stopping = new AbortController();

  constructor(private readonly release: BlockedRelease) {}

  onApplicationShutdown(): void {
    this.stopping.abort();
  }

  @On(accessChanged)
  async changed({ account }: AccessChange): Promise<void> {
    if (account === undefined) return;
    try {
      await this.release.changed(account, this.stopping.signal);
    } catch (error) {
      this.logger.warn(`Blocked resources are looked after later: ${String(error)}`);
    }
  }
}
