import type { Admission, LaneSlot } from '@lectern/bus';
import { readConfig } from '@lectern/config';
import { AppError, type Call, type Input, type Lane, lanes } from '@lectern/contracts/core';
import { type SlotRefusal, Slots } from '@lectern/workers';
import type { Metrics } from '../metrics';
import { laneLimits, lanesSlice } from './lanes.config';

const busy: Readonly<Record<Lane, string>> = {
  ask: 'Too many questions are being answered: try again later',
  search: 'Too many searches are running: try again later',
  suggest: 'Too many suggestions are being made: try again later',
  list: 'Too many lists are being read: try again later',
};

const refusals: Readonly<Record<SlotRefusal, true>> = { full: true, late: true, displaced: true };

/** This process's slots for operations with a concurrency limit. Knowledge boxes take turns. */
export class Lanes implements Admission {
  private readonly slots: Readonly<Record<Lane, Slots>>;

  constructor(metrics: Metrics) {
    const limits = laneLimits(readConfig(lanesSlice));
    const refused = metrics.counter({
      name: 'lane_refused_total',
      help: 'Calls answered 503 because too many run: the queue was full, they waited too long, or gave way to others',
      labels: ['lane', 'why'],
    });
    for (const lane of lanes) for (const why of Object.keys(refusals)) refused.inc({ lane, why }, 0);
    const slotsOf = (lane: Lane) =>
      new Slots({
        ...limits[lane],
        order: 'fair',
        refusal: (why) => {
          refused.inc({ lane, why });
          return tooManyQueued(lane, limits[lane].waitMsMax);
        },
      });
    this.slots = { ask: slotsOf('ask'), search: slotsOf('search'), suggest: slotsOf('suggest'), list: slotsOf('list') };
    const figure = (name: string, help: string, of: (slots: Slots) => number) =>
      metrics.gauges({
        name,
        help,
        labels: ['lane'],
        collect: () => lanes.map((lane) => [{ lane }, of(this.slots[lane])]),
      });
    figure('lane_running', 'Calls that hold a slot', ({ taken }) => taken);
    figure('lane_waiting', 'Calls that wait for a slot', ({ waiting }) => waiting);
  }

  async enter(lane: Lane, request: Input & Call): Promise<LaneSlot> {
    const { leave } = await this.slots[lane].enter({ owner: ownerOf(request), signal: request.signal });
    return { leave, untilFirstValue: lane === 'list' };
  }
}

/** Every operation with a lane has a knowledge box as its target. */
function ownerOf({ params }: Input & Call): string {
  const kbid: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'kbid') : undefined;
  return typeof kbid === 'string' ? kbid : '';
}

function tooManyQueued(lane: Lane, waitMsMax: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMsMax / 1_000));
  return new AppError('unavailable', busy[lane], { headers: { 'retry-after': String(seconds) } });
}
