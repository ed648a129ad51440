import { type Setting, text } from '@lectern/config';
import { isObject } from '@lectern/contracts/core';
import type { ModelPrice } from '@lectern/contracts/understanding';
import type { GeneratorDescription } from '@lectern/models';

const MODELS_MAX = 1_000;
const PRICE_MAX = 1_000_000;
/** The built-in reader. */
const FREE: ModelPrice = { input: 0, output: 0 };

/** By name of the model. */
export type ModelPrices = ReadonlyMap<string, ModelPrice>;

/** A setting that is a table of prices. */
export function pricesSetting(doc: string): Setting<ModelPrices> {
  return { ...text({ doc, fallback: '{}' }), type: 'JSON object', parse: modelPricesIn };
}

/** @throws Error whose message completes the name of the setting */
export function modelPricesIn(json: string): ModelPrices {
  const value = jsonIn(json);
  if (!isObject(value) || Array.isArray(value)) throw new Error('must be a JSON object of prices by name of the model');
  const entries = Object.entries(value);
  if (entries.length > MODELS_MAX) throw new Error(`must have at most ${MODELS_MAX} models`);
  return new Map(entries.map(([model, price]) => [model, priceIn(model, price)]));
}

/** What a model costs, by its name in requests or at its provider; undefined where no price is set. */
export function priceOfModel(
  {
    id,
    model,
    description,
  }: { readonly id: string; readonly model?: string | undefined; readonly description: PricedDescription },
  prices: ModelPrices,
): ModelPrice | undefined {
  if (description.provider === 'local') return FREE;
  return prices.get(id) ?? prices.get(model ?? description.id);
}

type PricedDescription = Pick<GeneratorDescription, 'id' | 'provider'>;

function priceIn(model: string, price: unknown): ModelPrice {
  const { input, output, ...others } = isObject(price) ? price : {};
  if (!isPrice(input) || !isPrice(output) || Object.keys(others).length > 0)
    throw new Error(`must have for ${model} the numbers input and output, from 0 to ${PRICE_MAX}, and nothing else`);
  return { input, output };
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= PRICE_MAX;
}

function jsonIn(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Error('must be JSON');
  }
}
