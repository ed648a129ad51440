import {
  addSchedule,
  changeSchedule,
  contextOperations,
  deleteSchedule,
  generationOperations,
  getSchedule,
  getSession,
  listSchedules,
  type NewSchedule,
  runScheduleNow,
  type Schedule,
} from '@lectern/contracts/agents';
import { until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { TestAgent } from '../harness/test-agent';

const FACT = 'The ibex climbs steep rocks in winter.';
const daily = { name: 'Daily', cron: '0 8 * * *', timezone: 'Europe/Zurich', question: 'Where does the ibex climb?' };

inStandalone('an agent that is asked at times', (mode) => {
  let agent: TestAgent;

  beforeAll(async () => {
    agent = await TestAgent.create((await server(mode).createKnowledgeBox()).client);
    await agent.api(contextOperations.add, { body: { module: 'static_string', context: FACT } });
    await agent.api(generationOperations.add, { body: { module: 'passthrough' } });
  });

  const add = async (more: Partial<NewSchedule> = {}, on = agent) =>
    on.api(addSchedule, { body: { ...daily, ...more } });
  const get = (schedule_id: string, on = agent): Promise<Schedule> => on.api(getSchedule, { params: { schedule_id } });
  /** The schedule after its next run. */
  const afterRun = async (id: string, on = agent) => {
    const { last_run: before } = await get(id, on);
    await on.api(runScheduleNow, { params: { schedule_id: id } });
    return until(async () => {
      const now = await get(id, on);
      const isOver = now.last_run !== null && now.last_run.began !== before?.began && !now.running;
      return isOver ? now : undefined;
    }, 'the schedule has run');
  };

  it('shows when it runs next, in the time zone of its owner', async () => {
    const { id, webhook_secret: secret } = await add();
    expect(secret).toBeNull();
    const schedule = await get(id);
    expect(schedule).toMatchObject({ ...daily, workflow_id: 'default', enabled: true, paused: null, last_run: null });
    expect(schedule.next_runs).toHaveLength(5);
    const hours = schedule.next_runs.map((time) =>
      new Date(time).toLocaleString('en-GB', { timeZone: 'Europe/Zurich', hour: '2-digit', minute: '2-digit' }),
    );
    expect(new Set(hours)).toEqual(new Set(['08:00']));
    expect((await agent.api(listSchedules)).schedules.map((one) => one.id)).toContain(id);
    await agent.api(changeSchedule, { params: { schedule_id: id }, body: { enabled: false } });
    expect(await get(id)).toMatchObject({ enabled: false, next_runs: [] });
    expect(await agent.api(deleteSchedule, { params: { schedule_id: id } })).toBeNull();
    expect((await agent.send('GET', `/schedule/${id}`)).status).toBe(404);
  });

  it('asks the agent, and keeps question and answer in its session', async () => {
    const { id } = await add({ session: 'reports' });
    const first = await afterRun(id);
    expect(first.last_run).toMatchObject({ outcome: 'answered', answer: FACT, error: null, webhook: 'none' });
    expect(first.failures).toBe(0);
    await afterRun(id);
    const { id: session } = await agent.api(getSession, { params: { session: 'reports' } });
    const field = await agent.box.client.send('GET', `/kb/${agent.id}/resource/${session}/conversation/qas`);
    expect(field.body).toMatchObject({ value: { total: 4 } });
    expect(Date.parse(first.next_runs[0] ?? '')).toBeGreaterThan(Date.now());
  });

  it('calls no webhook that is not on the public internet, and shows its secrets once', async () => {
    const webhook = { url: 'http://127.0.0.1:9/hook', headers: { authorization: 'top-secret' } };
    const { id, webhook_secret: secret } = await add({ webhook });
    expect(secret).toMatch(/^[\w-]{43}$/);
    const shown = await afterRun(id);
    expect(shown.last_run).toMatchObject({ outcome: 'answered', webhook: 'waiting' });
    expect(JSON.stringify(shown)).not.toMatch(/top-secret/);
    expect(JSON.stringify(shown)).not.toContain(secret);
    const change = (changed: NewSchedule['webhook']) =>
      agent.api(changeSchedule, { params: { schedule_id: id }, body: { webhook: changed } });
    expect(await change({ url: 'http://127.0.0.1:9/other', headers: {} })).toEqual({ webhook_secret: null });
    expect(await get(id)).toMatchObject({ webhook_url: 'http://127.0.0.1:9/other' });
    await change(null);
    expect(await get(id)).toMatchObject({ webhook_url: null });
    expect((await change(webhook)).webhook_secret).toMatch(/^[\w-]{43}$/);
    await agent.api(deleteSchedule, { params: { schedule_id: id } });
  });

  it('is paused with a reason after five failures, and runs again when someone wants it to', async () => {
    const failing = await TestAgent.create(agent.box.client, {}, 'agent_no_memory');
    await failing.call('POST', '/context', { module: 'basic_ask', sources: ['gone'], max_retries: 0 });
    const { id } = await add({}, failing);
    for (let times = 1; times <= 5; times++)
      expect((await afterRun(id, failing)).last_run).toMatchObject({ outcome: 'failed' });
    const paused = await get(id, failing);
    expect(paused.paused).toMatch(/5 failures in a row: The agent has no driver with the identifier gone/);
    expect(paused.next_runs).toEqual([]);
    await failing.api(changeSchedule, { params: { schedule_id: id }, body: { enabled: true } });
    expect(await get(id, failing)).toMatchObject({ paused: null, failures: 0, session: 'ephemeral' });
  });

  it.each([
    ['no cron expression', { cron: 'often' }, /five parts/],
    ['a cron expression with seconds', { cron: '* * * * * *' }, /five parts/],
    ['times that are too close', { cron: '* * * * *' }, /every 5 minutes/],
    ['times that never come', { cron: '0 0 30 2 *' }, /never come/],
    ['a cron expression out of bounds', { cron: '99 8 * * *' }, /cannot be read/],
    ['no time zone', { timezone: 'Mars/Olympus' }, /cannot be read/],
    ['an unknown workflow', { workflow_id: 'nothing' }, /Workflow not found/],
    ['a webhook that is no address', { webhook: { url: 'file:///etc/passwd' } }, /URL/i],
    ['a question that is too long', { question: 'x'.repeat(20_001) }, /at most 20000/],
  ])('refuses %s', async (_, more, problem) => {
    const refused = await agent.send('POST', '/schedules', { ...daily, ...more });
    expect([404, 422]).toContain(refused.status);
    expect(JSON.stringify(refused.body)).toMatch(problem);
  });
});
