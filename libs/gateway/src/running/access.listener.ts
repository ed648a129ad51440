import { On } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { Controller } from '@nestjs/common';
import { RunningRequests } from './running-requests.service';
import { AccessService } from '../access/access.service';

type Change = NonNullable<(typeof accessChanged)['data']>;

/** Invalidates what others changed. */
@Controller()
export class AccessListener {
  constructor(
    private readonly access: AccessService,
    private readonly running: RunningRequests,
  ) {}

  @On(accessChanged)
  changed(change: Change): void {
    this.access.invalidate(change);
    this.running.noteChange(change);
  }
}
