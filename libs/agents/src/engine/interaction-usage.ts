import { AppError } from '@lectern/contracts/core';
import type { ModelPrice } from '@lectern/contracts/understanding';

/** What the modules of one interaction that plan calls have used together. */
export class InteractionUsage {
  /** Calls of functions. */
  calls = 0;
  /** Of models, in thousands. */
  tokensK = 0;
  /** Of models, in the currency of their prices. */
  cost = 0;
  /** Whether a limit needs the cost: then models without a price are not asked. */
  countsCost = false;
  private costLimit: { readonly max: number; readonly reached: () => void } | undefined;

  /** @param now in milliseconds */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly beganMs = now(),
  ) {}

  /** Since the interaction began. */
  get seconds(): number {
    return (this.now() - this.beganMs) / 1_000;
  }

  /** @param reached is called after each call with which the cost is `max` or more */
  limitCost(max: number, reached: () => void): void {
    this.countsCost = true;
    this.costLimit = { max, reached };
  }

  /** @param tokens as the model counts them */
  addCost(tokens: { readonly input: number; readonly output: number }, price: ModelPrice): void {
    this.cost += (tokens.input * price.input + tokens.output * price.output) / 1_000_000;
    if (this.costLimit && this.cost >= this.costLimit.max) this.costLimit.reached();
  }
}

/** Why a model is not asked. */
export function lacksPrice(model: string): AppError {
  const message = `The model ${model} has no price in MODEL_PRICES: the limit on the cost cannot be kept`;
  return new AppError('invalid_request', message);
}
