import { chosenAgents } from './chosen-agents';

const label = { label: { ident: 'topic', labels: [] } };
const guard = { llm_guard: { enabled: true } };
const tasks = [
  { id: 'a', name: 'labeler', parameters: { name: 'topics', operations: [label, {}] }, sealed: null },
  { id: 'b', name: 'llm-guard', parameters: { name: 'safety', operations: [guard] }, sealed: null },
];
const namesOf = (...filters: Parameters<typeof chosenAgents>[1] & object) =>
  chosenAgents(tasks, filters).map(({ parameters }) => parameters.name);

describe('agents that run', () => {
  it('are all without filters, with the operations that do something', () => {
    const agents = chosenAgents(tasks, null);
    expect(agents.map(({ parameters }) => parameters.operations.length)).toEqual([1, 1]);
  });

  it('are those that a filter admits by type, and by a name of theirs', () => {
    expect(namesOf({ operation_type: 'label', task_names: [] })).toEqual(['topics']);
    expect(namesOf({ operation_type: 'llama_guard', task_names: ['llm-guard'] })).toEqual(['safety']);
    expect(namesOf({ operation_type: 'label', task_names: ['other'] })).toEqual([]);
    expect(namesOf()).toEqual([]);
  });
});
