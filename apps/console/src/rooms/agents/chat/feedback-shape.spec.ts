import { choicesOf, shapeOf } from './feedback-shape';

describe('a question of an agent', () => {
  it('is a text unless the agent wants something else', () => {
    expect(shapeOf(null, null)).toEqual({ kind: 'text' });
  });

  it('is an approval when the agent wants one switch', () => {
    const schema = { type: 'object', properties: { call_tool: { type: 'boolean' } } };
    expect(shapeOf(schema, null)).toEqual({ kind: 'agree', member: 'call_tool' });
  });

  it('is a form when the agent wants several members', () => {
    const schema = { properties: { city: { type: 'string' }, days: { type: 'integer' } } };
    expect(shapeOf(schema, null)).toEqual({ kind: 'object', members: ['city', 'days'] });
  });

  it('is a choice among prompts, with what they want', () => {
    const data = [{ name: 'p', title: 'Plan', arguments: [{ name: 'city' }] }, { name: 'q' }, 3];
    expect(shapeOf(null, data)).toEqual({ kind: 'choose' });
    expect(choicesOf(data)).toEqual([
      { name: 'p', title: 'Plan', members: ['city'] },
      { name: 'q', title: 'q', members: [] },
    ]);
  });
});
