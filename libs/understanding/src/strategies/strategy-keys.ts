import type { StrategyModel } from '@lectern/contracts/understanding';
import { MASK, type StoredKeys } from '../account-model/user-keys';

/** Members of strategies that name a model. */
const askers = ['vllm_config', 'ai_tables', 'llm_split'] as const;
export type Asker = (typeof askers)[number];

/** Keys of a strategy, by their member. */
export type StrategyKeys = Readonly<Partial<Record<Asker, StoredKeys>>>;

/** The models named in a strategy. */
export function modelsOf(config: object): (readonly [Asker, StrategyModel])[] {
  return askers.flatMap((asker) => {
    const model = modelAt(config, asker);
    return model ? [[asker, model] as const] : [];
  });
}

/** The keys of a strategy. */
export function keysOf(config: object): StrategyKeys {
  const keys = modelsOf(config).flatMap(([asker, { user_keys }]) => {
    const key = user_keys?.openai_compat?.key;
    return key === undefined ? [] : [[asker, { openai_compat: { key } }] as const];
  });
  return Object.fromEntries(keys);
}

/** The form stored beside its keys: with a mask in place of each key. */
export function withMaskedKeys<T extends object>(config: T): T {
  const keys = keysOf(config);
  const masked = Object.entries(config).map(([name, value]) => {
    const isMasked = askers.some((asker) => asker === name && keys[asker]);
    const user_keys = { openai_compat: { key: MASK } };
    return [name, isMasked ? { ...value, llm: { ...value.llm, user_keys } } : value];
  });
  // The same members with the same types.
  return Object.fromEntries(masked) as T;
}

/** The form for a file. */
export function withoutKeys(config: object): Record<string, unknown> {
  const bare = Object.entries(config).map(([name, value]) => {
    if (!askers.some((asker) => asker === name) || !value?.llm) return [name, value];
    const { user_keys: _keys, ...llm } = value.llm;
    return [name, { ...value, llm }];
  });
  return Object.fromEntries(bare);
}

function modelAt(config: object, asker: Asker): StrategyModel | undefined {
  const block: unknown = Reflect.get(config, asker);
  if (typeof block !== 'object' || block === null || !('llm' in block)) return undefined;
  // Of a validated class.
  return (block.llm as StrategyModel | null | undefined) ?? undefined;
}
