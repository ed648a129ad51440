/** What the modules of one interaction that plan calls have used together. */
export class InteractionUsage {
  /** Calls of functions. */
  calls = 0;
  /** Of models, in thousands. */
  tokensK = 0;

  /** @param now in milliseconds */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly beganMs = now(),
  ) {}

  /** Since the interaction began. */
  get seconds(): number {
    return (this.now() - this.beganMs) / 1_000;
  }
}
