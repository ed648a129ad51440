import type { Workflow } from '@lectern/contracts/agents';
import { workflowTools } from './workflow-tools';

const workflow = (id: string, name: string, more: Partial<Workflow> = {}): Workflow => ({
  id,
  name,
  description: '',
  parameters: {},
  required: [],
  rules: [],
  ...more,
});
const namesOf = (...workflows: readonly Workflow[]) => workflowTools(workflows).map(({ listed }) => listed.name);

describe('tools of workflows', () => {
  it('have the names of their workflows, as the protocol allows them', () => {
    expect(namesOf(workflow('a', 'look-up.v2'))).toEqual(['look-up.v2']);
    expect(namesOf(workflow('a', ' Look up: ibex?'))).toEqual(['Look_up_ibex']);
    expect(namesOf(workflow('a', 'x'.repeat(250)))).toEqual(['x'.repeat(128)]);
  });

  it('have names of their own', () => {
    const long = 'x'.repeat(250);
    const names = namesOf(
      workflow('a', 'ask'),
      workflow('b', 'ask'),
      workflow('c', 'ask!'),
      workflow('d', '動物'),
      workflow('e', '猫'),
      workflow('f', long),
      workflow('g', long),
      workflow('x', 'ask_b'),
    );
    expect(names.slice(0, 5)).toEqual(['ask', 'ask_b', 'ask_c', 'd', 'e']);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^[A-Za-z0-9._-]{1,128}$/.test(name))).toBe(true);
  });

  it('have the parameters of their workflows as a schema, and a description in any case', () => {
    const parameters = { city: { type: 'string' } };
    const [tool] = workflowTools([workflow('a', 'Weather', { parameters, required: ['city'] })]);
    expect(tool?.listed).toEqual({
      name: 'Weather',
      title: 'Weather',
      description: 'Weather',
      inputSchema: { type: 'object', properties: parameters, required: ['city'] },
    });
  });
});
