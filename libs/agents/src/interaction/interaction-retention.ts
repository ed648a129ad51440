import { activitySlice, readConfig } from '@lectern/config';
import { removeOldTimelines } from '@lectern/contracts/agents';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import { inSteps, type StepsOptions } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { TimelineRepository } from '../timeline/timeline.repository';
import { TimelineWriter } from '../timeline/timeline-writer';
import { InteractionRepository } from './interaction.repository';

const DAY_MS = 24 * 60 * 60_000;
const ROWS_PER_STEP = 500;
const STEPS_MAX = 5_000;
/** Where an interaction ran; none runs or can be followed for so long. */
const PLACES_KEPT_MS = DAY_MS;

/** Deletes old timelines once per hour, and where interactions ran. */
@Injectable()
export class InteractionRetention {
  private readonly ageMsMax = readConfig(activitySlice).ACTIVITY_DAYS * DAY_MS;

  constructor(
    private readonly transactions: Transactions,
    private readonly timelines: TimelineRepository,
    private readonly interactions: InteractionRepository,
    private readonly writer: TimelineWriter,
  ) {}

  @Runs(removeOldTimelines)
  async run(_: object, run: TaskRun): Promise<void> {
    await this.prune(new Date(), run);
  }

  /** @returns number of deleted timelines @throws AppError `unavailable` */
  async prune(now: Date, options?: StepsOptions): Promise<number> {
    const ago = (ms: number) => new Date(now.getTime() - ms);
    await this.transactions.single((tx) => this.interactions.prune(ago(PLACES_KEPT_MS), tx));
    await this.writer.prune(ago(Math.max(this.ageMsMax, DAY_MS)));
    const step = () => this.transactions.single((tx) => this.timelines.prune(ago(this.ageMsMax), ROWS_PER_STEP, tx));
    return inSteps(step, { ...options, stepsMax: STEPS_MAX });
  }
}
