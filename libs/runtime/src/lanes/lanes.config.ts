import { availableParallelism } from 'node:os';
import { type ConfigOf, configSlice, integer } from '@lectern/config';
import type { Lane } from '@lectern/contracts/core';
import type { SlotLimits } from '@lectern/workers';

const AUTOMATIC = '0: four for each core, at least 8';

export const lanesSlice = configSlice('lanes', {
  ASKS_AT_ONCE_MAX: integer({
    doc: 'questions that one process answers at the same time; as many more wait up to 5 s, others are answered 503',
    min: 1,
    max: 10_000,
    fallback: 64,
  }),
  SEARCHES_AT_ONCE_MAX: atOnce('finds, searches and other reads of an index that one process runs at the same time'),
  SUGGESTIONS_AT_ONCE_MAX: atOnce('suggestions that one process makes at the same time'),
  LISTS_AT_ONCE_MAX: atOnce('pages of lists, catalogs and facets that one process reads at the same time'),
  READS_WAIT_MS: integer({
    doc: 'how long searches, suggestions and lists wait for their turn, four times as many as run; then they get 503',
    min: 0,
    max: 10_000,
    fallback: 2_000,
  }),
});

/** Keeps each core busy while other calls wait for the disk, a model or another process. */
const SLOTS_PER_CORE = 4;
const SLOTS_MIN = 8;
/** Waiting calls per slot. */
const WAITING_READS = 4;
const ASK_WAIT_MS = 5_000;
/** Share of the slots that one knowledge box leaves to others. */
const SHARE_FOR_OTHERS = 1 / 4;

/** The limits of a lane, all of them set. */
export type LaneLimits = Required<Pick<SlotLimits, 'slotsMax' | 'ownSlotsMax' | 'waitingMax' | 'waitMsMax'>>;

/** Concurrent calls of each lane. */
export function laneLimits(config: ConfigOf<typeof lanesSlice>): Readonly<Record<Lane, LaneLimits>> {
  const { READS_WAIT_MS: waitMsMax } = config;
  const reads = (setting: number) => limitsOfLane(setting || automatic(), { waitingPerSlot: WAITING_READS, waitMsMax });
  return {
    ask: limitsOfLane(config.ASKS_AT_ONCE_MAX, { waitingPerSlot: 1, waitMsMax: ASK_WAIT_MS }),
    search: reads(config.SEARCHES_AT_ONCE_MAX),
    suggest: reads(config.SUGGESTIONS_AT_ONCE_MAX),
    list: reads(config.LISTS_AT_ONCE_MAX),
  };
}

interface Queue {
  readonly waitingPerSlot: number;
  readonly waitMsMax: number;
}

function limitsOfLane(slotsMax: number, { waitingPerSlot, waitMsMax }: Queue): LaneLimits {
  const ownSlotsMax = Math.max(1, Math.ceil(slotsMax * (1 - SHARE_FOR_OTHERS)));
  return { slotsMax, ownSlotsMax, waitingMax: slotsMax * waitingPerSlot, waitMsMax };
}

function automatic(): number {
  return Math.max(SLOTS_MIN, availableParallelism() * SLOTS_PER_CORE);
}

function atOnce(doc: string) {
  return integer({ doc: `${doc}; ${AUTOMATIC}`, min: 0, max: 10_000, fallback: 0 });
}
