import { On } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { Controller } from '@nestjs/common';
import { AccessService } from './access.service';

type Change = NonNullable<(typeof accessChanged)['data']>;

/** Invalidates what others changed. */
@Controller()
export class AccessListener {
  constructor(private readonly access: AccessService) {}

  @On(accessChanged)
  changed(change: Change): void {
    this.access.invalidate(change);
  }
}
