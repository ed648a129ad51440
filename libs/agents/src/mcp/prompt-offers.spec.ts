import type { AgentPrompt } from '@lectern/contracts/agents';
import { offeredPrompts } from './prompt-offers';

const prompt = (more: Partial<AgentPrompt>): AgentPrompt => ({
  prompt_id: 'id',
  name: 'weather',
  description: '',
  prompt: 'Weather in {city} on {day}?',
  arguments: [{ name: 'city', required: true }, { name: 'day' }],
  icons: [],
  meta: {},
  ...more,
});

describe('prompts of a server', () => {
  it('are filled in one pass, and keep placeholders without a value', () => {
    const [offered] = offeredPrompts([prompt({})]);
    const text = (args: Record<string, string>) => JSON.stringify(offered?.get(args).messages);
    expect(text({ city: 'Rome', day: 'Monday' })).toContain('Weather in Rome on Monday?');
    expect(text({ city: '{day}', day: 'Monday' })).toContain('Weather in {day} on Monday?');
    expect(text({ city: 'Rome' })).toContain('Weather in Rome on {day}?');
    expect(text({ city: '', toString: 'x' })).toContain('Weather in  on {day}?');
    expect(() => offered?.get({ day: 'Monday' })).toThrow('Arguments are missing: city');
  });

  it('have names of their own, and what people see', () => {
    const icons = [{ src: 'https://example.org/sun.png', sizes: null }];
    const offered = offeredPrompts([prompt({ description: 'Asks', icons }), prompt({ prompt_id: 'other' })]);
    expect(offered.map(({ listed }) => listed.name)).toEqual(['weather', 'other']);
    expect(offered[0]?.listed).toMatchObject({ description: 'Asks', icons: [{ src: 'https://example.org/sun.png' }] });
  });
});
