import { handlersOf } from '@lectern/bus';
import {
  addSchedule,
  changeSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  runScheduleNow,
  type ScheduleTarget,
} from '@lectern/contracts/agents';
import type { ScheduleKey } from './schedule.repository';
import { ScheduleService } from './schedule.service';

export const ScheduleHandlers = handlersOf(ScheduleService)
  .answer(listSchedules, (schedules, { params }) => schedules.list(params.agent_id))
  .answer(addSchedule, (schedules, { params, body, principal }) => schedules.add(params.agent_id, body, principal))
  .answer(getSchedule, (schedules, { params }) => schedules.get(scheduleKeyOf(params)))
  .answer(changeSchedule, (schedules, { params, body, principal }) =>
    schedules.change(scheduleKeyOf(params), body, principal),
  )
  .answer(deleteSchedule, (schedules, { params }) => schedules.delete(scheduleKeyOf(params)))
  .answer(runScheduleNow, (schedules, { params, principal }) => schedules.runNow(scheduleKeyOf(params), principal));

function scheduleKeyOf({ agent_id: agent, schedule_id: id }: ScheduleTarget): ScheduleKey {
  return { agent, id };
}
