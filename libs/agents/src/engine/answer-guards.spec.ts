import { isGuarded } from './answer-guards';
import type { ModuleRegistry } from './module-run';

const types: Readonly<Record<string, object>> = { guard: { isGuard: true }, condition: {}, related: {} };
const registry = { type: (_: string, name: string) => types[name] } as unknown as ModuleRegistry; // By name alone.
const moduleOf = (module: string, more: object = {}) => ({ module, title: 'agent', max_retries: 0, ...more });

describe('a workflow', () => {
  it('is guarded by a module that checks answers, also in a branch', () => {
    const nested = moduleOf('condition', { then: [], else_: [moduleOf('condition', { then: [moduleOf('guard')] })] });
    expect(isGuarded([moduleOf('related'), moduleOf('guard')], registry)).toBe(true);
    expect(isGuarded([nested], registry)).toBe(true);
    expect(isGuarded([moduleOf('related'), moduleOf('condition', { then: [moduleOf('related')] })], registry)).toBe(
      false,
    );
  });
});
