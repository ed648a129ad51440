/** A task cannot continue before a time; that is no failure. */
export class TaskWaits extends Error {
  override readonly name = 'TaskWaits';

  constructor(
    message: string,
    readonly until: Date,
  ) {
    super(message);
  }
}
