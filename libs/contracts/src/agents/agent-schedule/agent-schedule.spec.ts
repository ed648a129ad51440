import { required, tooLong, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, map, received, routesOf, text } from '../../validation/requests.fixture';
import { NewSchedule } from './agent-schedule.dto';
import {
  addSchedule,
  changeSchedule,
  deleteSchedule,
  deliverScheduleResult,
  getSchedule,
  listSchedules,
  runSchedule,
  runScheduleNow,
} from './agent-schedule.operations';

const smallest = { name: 'Daily', cron: '0 8 * * *', question: 'What is new?' };

describe('a schedule of an agent', () => {
  it('is stored and run by owners of the agent, and not by temporal keys', () => {
    const operations = [listSchedules, addSchedule, getSchedule, changeSchedule, deleteSchedule, runScheduleNow];
    const owners = 'SOWNER of agent; sa user pat';
    const one = '/agent/{agent_id}/schedule/{schedule_id}';
    expect(routesOf(...operations)).toEqual({
      'GET /agent/{agent_id}/schedules': `200 json; ${owners}`,
      'POST /agent/{agent_id}/schedules': `200 json; ${owners}`,
      [`GET ${one}`]: `200 json; ${owners}`,
      [`PATCH ${one}`]: `200 json; ${owners}`,
      [`DELETE ${one}`]: `200 null; ${owners}`,
      [`POST ${one}/run`]: `200 null; ${owners}`,
    });
    expect(Object.values(conductOf(...operations))).toEqual([
      '10 s',
      '10 s, generative, needs room, no temporal keys',
      '10 s',
      '10 s, generative, needs room, no temporal keys',
      '10 s',
      '10 s, generative, needs room, no temporal keys',
    ]);
    expect([runSchedule.attemptsMax, deliverScheduleResult.attemptsMax]).toEqual([20, 20]);
  });

  it('needs a name, times and a question', () => {
    expect(wireOf(NewSchedule, smallest)).toMatchObject({ name: 'text!', cron: 'text!', question: 'text!' });
    expect(received(addSchedule, { body: smallest }).body).toEqual({
      ...smallest,
      timezone: 'UTC',
      workflow_id: 'default',
      arguments: {},
      enabled: true,
    });
    expect(faults(addSchedule, { body: {} }).toSorted()).toEqual(
      ['cron', 'name', 'question'].map((name) => `body.${name}: ${required}`),
    );
    expect(faults(changeSchedule, { body: {} })).toEqual([]);
  });

  it.each([
    ['name', 250],
    ['cron', 200],
    ['timezone', 64],
    ['question', 20_000],
  ])('has at most so many characters of %s', (name, most) => {
    const of = (length: number) => faults(addSchedule, { body: { ...smallest, [name]: text(length) } });
    expect([of(most), of(most + 1)]).toEqual([[], [`body.${name}: ${tooLong(most)}`]]);
  });

  it('sends results to addresses of the web only, with few headers', () => {
    const of = (webhook: object) => faults(addSchedule, { body: { ...smallest, webhook } });
    expect(of({ url: 'https://example.org/hook', headers: map(20, () => 'x') })).toEqual([]);
    expect(of({ url: 'https://example.org/hook', headers: map(21, () => 'x') })).toHaveLength(1);
    expect(of({ url: 'file:///etc/passwd' })).toHaveLength(1);
    expect(of({})).toHaveLength(1);
    const changed = (webhook: unknown) => faults(changeSchedule, { body: { webhook } });
    expect([changed({ url: 'https://example.org/hook' }), changed(null)]).toEqual([[], []]);
    expect(changed({ url: 'file:///etc/passwd' })).toHaveLength(1);
  });
});
