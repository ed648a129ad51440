import { handlersOf } from '@lectern/bus';
import { announceZone, listAccountZones, listZones } from '@lectern/contracts/accounts';
import { ZoneService } from './zone.service';

export const ZoneHandlers = handlersOf(ZoneService)
  .answer(listZones, (zones) => zones.list())
  .answer(announceZone, (zones, { body, principal }) => zones.announce(body, principal))
  .answer(listAccountZones, (zones) => zones.list());
