import type { InteractionUsage } from '../../../engine/interaction-usage';
import type { ModuleRun } from '../../../engine/module-run';

/** Calls of functions of one interaction. */
const CALLS_MAX = 100;
/** Tokens of planners and of what functions ask models, in thousands, of one interaction. */
const TOKENS_K_MAX = 500;
/** Of one interaction, after which no further call begins. */
const SECONDS_MAX = 300;

/** What a run of `smart` may still use. It has iterations of its own; the other limits are those of the interaction. */
export class SmartBudget {
  private iterations = 0;
  private calls = 0;
  private tokensK = 0;

  constructor(
    /** How often the planner is asked. */
    private readonly iterationsMax: number,
    private readonly usage: InteractionUsage,
    /** Of the interaction, in the currency of the prices of models. */
    private readonly costMax?: number,
  ) {
    if (costMax !== undefined) usage.countsCost = true;
  }

  /** The limit that is reached, in words; undefined while there is something left. */
  get reached(): string | undefined {
    if (this.iterations >= this.iterationsMax) return `the limit of ${this.iterationsMax} iterations`;
    const { calls, tokensK, seconds, cost } = this.usage;
    if (calls >= CALLS_MAX) return `the limit of ${CALLS_MAX} calls`;
    if (tokensK >= TOKENS_K_MAX) return `the limit of ${TOKENS_K_MAX * 1_000} tokens`;
    if (seconds >= SECONDS_MAX) return `the limit of ${SECONDS_MAX} seconds`;
    if (this.costMax !== undefined && cost >= this.costMax) return `the limit of ${this.costMax} in cost`;
    return undefined;
  }

  /** Calls that may still be made. */
  get callsLeft(): number {
    return Math.max(0, CALLS_MAX - this.usage.calls);
  }

  /** What was used, for the step. */
  get used(): Readonly<Record<string, number>> {
    const { countsCost, cost } = this.usage;
    return { iterations: this.iterations, calls: this.calls, svc_tokens: this.tokensK, ...(countsCost && { cost }) };
  }

  noteIteration(): void {
    this.iterations++;
  }

  noteCall(): void {
    this.calls++;
    this.usage.calls++;
  }

  /** Adds the tokens that work uses, also when it fails. */
  async counting<T>({ models }: Pick<ModuleRun, 'models'>, work: () => Promise<T>): Promise<T> {
    const { input, output } = models.tokens;
    try {
      return await work();
    } finally {
      const used = models.tokens.input - input + models.tokens.output - output;
      this.tokensK += used;
      this.usage.tokensK += used;
    }
  }
}
