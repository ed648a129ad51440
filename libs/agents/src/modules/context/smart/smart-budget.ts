import type { ModuleRun } from '../../../engine/module-run';

/** Calls of functions of one run. */
const CALLS_MAX = 100;
/** Tokens of the planner and of what the functions ask models, in thousands. */
const TOKENS_K_MAX = 500;
const SECONDS_MAX = 300;

/** What a run of `smart` has left. */
export class SmartBudget {
  private iterations = 0;
  private calls = 0;
  private tokensK = 0;

  /**
   * @param iterationsMax how often the planner is asked
   * @param now in milliseconds
   */
  constructor(
    private readonly iterationsMax: number,
    private readonly now: () => number,
    private readonly beganMs = now(),
  ) {}

  /** The limit that is reached, in words; undefined while there is something left. */
  get reached(): string | undefined {
    if (this.iterations >= this.iterationsMax) return `the limit of ${this.iterationsMax} iterations`;
    if (this.calls >= CALLS_MAX) return `the limit of ${CALLS_MAX} calls`;
    if (this.tokensK >= TOKENS_K_MAX) return `the limit of ${TOKENS_K_MAX * 1_000} tokens`;
    if (this.now() - this.beganMs >= SECONDS_MAX * 1_000) return `the limit of ${SECONDS_MAX} seconds`;
    return undefined;
  }

  /** Calls that may still be made. */
  get callsLeft(): number {
    return Math.max(0, CALLS_MAX - this.calls);
  }

  /** What was used, for the step. */
  get used(): Readonly<Record<string, number>> {
    return { iterations: this.iterations, calls: this.calls, svc_tokens: this.tokensK };
  }

  noteIteration(): void {
    this.iterations++;
  }

  noteCall(): void {
    this.calls++;
  }

  /** Adds the tokens that work uses, also when it fails. */
  async counting<T>({ models }: Pick<ModuleRun, 'models'>, work: () => Promise<T>): Promise<T> {
    const { input, output } = models.tokens;
    try {
      return await work();
    } finally {
      this.tokensK += models.tokens.input - input + models.tokens.output - output;
    }
  }
}
