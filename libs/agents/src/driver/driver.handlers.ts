import { handlersOf } from '@lectern/bus';
import { addDriver, deleteDriver, type DriverTarget, listDrivers, patchDriver } from '@lectern/contracts/agents';
import type { DriverKey } from './driver.repository';
import { DriverService } from './driver.service';

export const DriverHandlers = handlersOf(DriverService)
  .answer(listDrivers, (drivers, { params }) => drivers.list(params.agent_id))
  .answer(addDriver, (drivers, { params, body }) => drivers.add(params.agent_id, body))
  .answer(patchDriver, (drivers, { params, body }) => drivers.patch(driverKeyOf(params), body))
  .answer(deleteDriver, (drivers, { params }) => drivers.delete(driverKeyOf(params)));

function driverKeyOf({ agent_id: agent, driver_id: id }: DriverTarget): DriverKey {
  return { agent, id };
}
