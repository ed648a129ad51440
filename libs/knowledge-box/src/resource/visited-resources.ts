import { Bus } from '@lectern/bus';
import { authorOf, type DocumentPiece, type Principal, systemPrincipal } from '@lectern/contracts/core';
import type { ResourceReadQuery } from '@lectern/contracts/knowledge-box';
import { recordActivity } from '@lectern/contracts/search';
import type { ResourceLocation } from '@lectern/resource-store';
import { Injectable, Logger } from '@nestjs/common';
import { WholeResourceReader } from './whole-resource-reader';

/** Visits on their way to the activity log; further ones are not logged. */
const WAITING_MAX = 100;
const CLIENT = 'api';

/** Reads single resources and logs the visits as activity of their boxes. */
@Injectable()
export class VisitedResources {
  private readonly logger = new Logger('Activity');
  private waiting = 0;

  constructor(
    private readonly reader: WholeResourceReader,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError as `WholeResourceReader` */
  async *get(
    location: ResourceLocation,
    query: ResourceReadQuery,
    principal: Principal,
  ): AsyncGenerator<DocumentPiece> {
    const found = (rid: string) => void this.record({ kbid: location.kbid, rid }, principal);
    yield* this.reader.get(location, query, { principal, found });
  }

  /** Reading never waits for logging and never fails because of it. */
  private async record({ kbid, rid }: { kbid: string; rid: string }, principal: Principal): Promise<void> {
    if (principal.kind === 'system' || this.waiting >= WAITING_MAX) return;
    this.waiting += 1;
    const who = { user_id: authorOf(principal) || null, user_type: principal.kind, client_type: CLIENT };
    const body = { kbid, event_type: 'visited' as const, date: new Date(), resource_id: rid, ...who };
    try {
      await this.bus.request(recordActivity, { body }, { principal: systemPrincipal });
    } catch (error) {
      this.logger.debug(`A visit is missing in the activity log: ${String(error)}`);
    } finally {
      this.waiting -= 1;
    }
  }
}
