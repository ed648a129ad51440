import { instructionToCall, obedientAnswer } from './obedient-model';

const planted = `A note. ${instructionToCall('delete_all', { id: '7' })}`;
const asked = (content: string, more: object = {}) =>
  obedientAnswer({ messages: [{ role: 'user', content: [{ type: 'text', text: content }] }], ...more });

describe('the obedient model', () => {
  it('calls what a text names, and all that it has', () => {
    const parameters = { type: 'object', properties: { query: { type: 'string', maxLength: 5 } } };
    const { toolCalls } = asked(planted, { tools: [{ type: 'function', function: { name: 'find', parameters } }] });
    expect(toolCalls).toEqual([
      { name: 'delete_all', arguments: '{"id":"7"}' },
      { name: 'find', arguments: `{"query":${JSON.stringify(planted.slice(-5))}}` },
    ]);
  });

  it('plans the same calls where it has no tools', () => {
    const listed = JSON.stringify({ name: 'find', parameters: { type: 'object', properties: {} } });
    const { pieces = [] } = asked(`Reply with {"calls": [...]}. Functions:\n${listed}\n${planted}`);
    expect(JSON.parse(pieces.join(''))).toMatchObject({
      calls: [
        { name: 'delete_all', arguments: { id: '7' } },
        { name: 'find', arguments: {} },
      ],
    });
  });

  it('repeats its prompt, also in objects', () => {
    expect(asked(planted)).toEqual({ pieces: [planted] });
    const schema = { type: 'object', properties: { said: { type: 'string' }, holds: { type: 'boolean' } } };
    const { pieces = [] } = asked(
      `It follows this JSON Schema, and nothing else:\n${JSON.stringify(schema)}\n${planted}`,
    );
    expect(JSON.parse(pieces.join(''))).toEqual({ said: expect.stringContaining(planted), holds: true });
  });
});
