import { Handles } from '@lectern/bus';
import { listAccountZones, listZones } from '@lectern/contracts';
import { Controller } from '@nestjs/common';
import { ZoneService } from './zone.service';

@Controller()
export class ZoneHandlers {
  constructor(private readonly zones: ZoneService) {}

  @Handles(listZones)
  list() {
    return this.zones.list();
  }

  @Handles(listAccountZones)
  listOfAccount() {
    return this.zones.list();
  }
}
