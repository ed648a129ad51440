import { ModelRegistry } from './model-registry';

const closed: string[] = [];
const modelOf = (id: string, languages = ['*']) => ({
  description: { id, languages },
  close: async () => void closed.push(id),
});

describe('a registry of models', () => {
  it('gives models by id, and the default', () => {
    const registry = new ModelRegistry([modelOf('a'), modelOf('b')], 'b');
    expect([registry.get('a').description.id, registry.default.description.id]).toEqual(['a', 'b']);
    expect(registry.list().map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('says which model is not there', () => {
    const registry = new ModelRegistry([modelOf('a')], 'a');
    expect(registry.find('b')).toBeUndefined();
    expect(() => registry.get('b')).toThrow('The model b is not available');
    expect(() => new ModelRegistry([modelOf('a')], 'b')).toThrow('The model b is not available');
  });

  it('keeps the later of two models with the same id', () => {
    const registry = new ModelRegistry([modelOf('a', ['en']), modelOf('a', ['de'])], 'a');
    expect(registry.list()).toEqual([{ id: 'a', languages: ['de'] }]);
  });

  it('closes all that hold something', async () => {
    const { description } = modelOf('c');
    await new ModelRegistry([modelOf('a'), modelOf('b'), { description }], 'a').close();
    expect(closed).toEqual(['a', 'b']);
  });
});
