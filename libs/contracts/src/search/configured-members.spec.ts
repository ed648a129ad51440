import { configurationProblem, configuredMembers, type SearchConfigurationKind } from './configured-members';

const membersOf = (kind: SearchConfigurationKind, config: Record<string, unknown>) =>
  configuredMembers({ kind, config });
const problemOf = (kind: SearchConfigurationKind, config: Record<string, unknown>) =>
  configurationProblem({ kind, config });

describe('the members of a search configuration', () => {
  it('are those that were sent, without defaults and unknown ones', () => {
    expect(membersOf('find', {})).toEqual({});
    expect(membersOf('find', { top_k: 20, features: [], colour: 'red', rephrase: false })).toEqual({
      top_k: 20,
      features: [],
      rephrase: false,
    });
    expect(membersOf('ask', { citations: null, prompt: 'In verse: {question}' })).toEqual({
      citations: null,
      prompt: 'In verse: {question}',
    });
  });

  it('need no question, and nothing that was said before', () => {
    expect(membersOf('ask', {})).toEqual({});
    expect(membersOf('ask', { rephrase: true })).toEqual({ rephrase: true });
    expect(membersOf('ask', { query: 'q', context: [] })).toEqual({ query: 'q', context: [] });
  });

  it('keep to the bounds of their request, with all problems named, to a limit', () => {
    expect(problemOf('find', { top_k: 0 })).toBeUndefined();
    expect(problemOf('ask', { top_k: 0, highlight: 'loud' })).toBe(
      'config.highlight: Input should be a valid boolean, unable to interpret input; ' +
        'config.top_k: Input should be greater than or equal to 1',
    );
    expect(problemOf('find', { fields: Array(50).fill(1) })?.split('; ')).toHaveLength(10);
    expect(problemOf('ask', { context: [], chat_history: [] })).toContain('are the same');
  });

  it('do not name another configuration', () => {
    expect(problemOf('find', { search_configuration: 'other' })).toContain('cannot name another one');
    expect(problemOf('find', { search_configuration: null })).toBeUndefined();
    expect(membersOf('find', { search_configuration: null })).toEqual({});
  });
});
