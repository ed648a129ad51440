import { setTimeout as sleep } from 'node:timers/promises';
import { OpenTables } from './open-tables';

function tables() {
  const events: string[] = [];
  const open = new OpenTables<string>(async (name) => {
    await sleep(2);
    events.push(`closed ${name}`);
  });
  const get = (name: string) =>
    open.get(name, async () => {
      await sleep(1);
      events.push(`opened ${name}`);
      return name;
    });
  return { open, get, events };
}

describe('OpenTables', () => {
  it('opens once for all who ask', async () => {
    const { get, events } = tables();
    expect(await Promise.all([get('a'), get('a'), get('a')])).toEqual(['a', 'a', 'a']);
    expect(events).toEqual(['opened a']);
  });

  it('asks again for what was not there or failed', async () => {
    const { open, get } = tables();
    expect(await open.get('a', async () => undefined)).toBeUndefined();
    await expect(open.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await get('a')).toBe('a');
  });

  it('opens nothing under a name that is being closed', async () => {
    const { open, get, events } = tables();
    await get('a');
    const leaving = open.release('a', async () => void events.push('dropped a'));
    await get('a');
    await leaving;
    expect(events).toEqual(['opened a', 'closed a', 'dropped a', 'opened a']);
  });

  it('closes the least recently used when there are many', async () => {
    const { open, get, events } = tables();
    await get('first');
    for (let i = 0; i < 127; i += 1) await get(`t${i}`);
    await get('first');
    await get('one more');
    await open.releaseAll();
    expect(events.find((event) => event.startsWith('closed'))).toBe('closed t0');
    expect(events.filter((event) => event.startsWith('closed'))).toHaveLength(129);
  });
});
