import { randomUUID } from 'node:crypto';
import { type AgentsDatabase, openAgentsDatabase } from '../agents-database.fixture';
import { PromptRepository } from './prompt.repository';
import { PromptService } from './prompt.service';

describe('prompts of agents', () => {
  let database: AgentsDatabase;
  let prompts: PromptService;
  let agent: string;

  beforeAll(async () => {
    database = await openAgentsDatabase();
    prompts = new PromptService(database.transactions, new PromptRepository());
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    agent = randomUUID();
  });

  it('are listed in the order in which they were added, with defaults for what was not given', async () => {
    await prompts.add(agent, { prompt_id: 'weather', prompt: 'Weather in {city}?', name: 'Weather' });
    const { id } = await prompts.add(agent, { prompt: 'Anything new?' });
    const empty = { description: '', arguments: [], icons: [], meta: {} };
    expect(await prompts.list(agent)).toEqual({
      prompts: [
        { prompt_id: 'weather', name: 'Weather', prompt: 'Weather in {city}?', ...empty },
        { prompt_id: id, name: id, prompt: 'Anything new?', ...empty },
      ],
    });
    expect(await prompts.list(randomUUID())).toEqual({ prompts: [] });
  });

  it('keep what a change leaves out or sets to null', async () => {
    const key = { agent, id: 'weather' };
    const whole = {
      name: 'Weather',
      description: 'Asks for the weather',
      prompt: 'Weather in {city}?',
      arguments: [{ name: 'city', required: true }],
      icons: [{ src: 'https://example.org/sun.png' }],
      meta: { colour: 'blue' },
    };
    await prompts.add(agent, { ...whole, prompt_id: 'weather' });
    await prompts.patch(key, { description: null, prompt: 'Rain in {city}?', meta: {} });
    expect(await prompts.get(key)).toEqual({ ...whole, prompt_id: 'weather', prompt: 'Rain in {city}?', meta: {} });
  });

  it('belong to one agent, and have one id each', async () => {
    await prompts.add(agent, { prompt_id: 'same', prompt: 'One' });
    await prompts.add(randomUUID(), { prompt_id: 'same', prompt: 'Of another agent' });
    await expect(prompts.add(agent, { prompt_id: 'same', prompt: 'Two' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await prompts.get({ agent, id: 'same' })).toMatchObject({ prompt: 'One' });
  });

  it('are at most 100 of one agent, also when they are added at once', async () => {
    const added = await Promise.allSettled(
      Array.from({ length: 103 }, (_, index) => prompts.add(agent, { prompt: `Prompt ${index}` })),
    );
    const refused = added.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused.map(({ code }) => code)).toEqual(['quota_exceeded', 'quota_exceeded', 'quota_exceeded']);
    expect((await prompts.list(agent)).prompts).toHaveLength(100);
  });

  it('that are deleted or never were are not found', async () => {
    const key = { agent, id: 'gone' };
    await prompts.add(agent, { prompt_id: 'gone', prompt: 'Soon gone' });
    expect(await prompts.delete(key)).toBeNull();
    const unknown = { code: 'not_found', message: 'Prompt not found' };
    await expect(prompts.get(key)).rejects.toMatchObject(unknown);
    await expect(prompts.patch(key, { prompt: 'Back' })).rejects.toMatchObject(unknown);
    await expect(prompts.delete(key)).rejects.toMatchObject(unknown);
    expect(await prompts.list(agent)).toEqual({ prompts: [] });
  });
});
