import { Handles } from '@lectern/bus';
import { announceZone, listAccountZones, listZones } from '@lectern/contracts/accounts';
import type { Request } from '@lectern/contracts/core';
import { Controller } from '@nestjs/common';
import { ZoneService } from './zone.service';

@Controller()
export class ZoneHandlers {
  constructor(private readonly zones: ZoneService) {}

  @Handles(listZones)
  list() {
    return this.zones.list();
  }

  @Handles(announceZone)
  announce({ body, principal }: Request<typeof announceZone>) {
    return this.zones.announce(body, principal);
  }

  @Handles(listAccountZones)
  listOfAccount() {
    return this.zones.list();
  }
}
