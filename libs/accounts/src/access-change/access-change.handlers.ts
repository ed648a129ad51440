import { Handles, On } from '@lectern/bus';
import { type AccessChangeList, listAccessChanges } from '@lectern/contracts/accounts';
import { accessChanged, type Request } from '@lectern/contracts/core';
import { Controller } from '@nestjs/common';
import { RecentChanges } from './recent-changes';

type Change = NonNullable<(typeof accessChanged)['data']>;

/** Remembers what changed, for zones that are elsewhere. */
@Controller()
export class AccessChangeHandlers {
  private readonly recent = new RecentChanges(Date.now());

  /** Boxes are no matter of other zones. */
  @On(accessChanged)
  changed({ kbid, ...change }: Change): void {
    if (kbid === undefined) this.recent.add(change, Date.now());
  }

  @Handles(listAccessChanges)
  async list({ body }: Request<typeof listAccessChanges>): Promise<AccessChangeList> {
    return this.recent.list(body.after, Date.now());
  }
}
