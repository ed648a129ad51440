import { Bus } from '@lectern/bus';
import { activitySlice, readConfig } from '@lectern/config';
import { AppError, parseInstant, systemPrincipal } from '@lectern/contracts/core';
import { type ChangePage, listChanges, type ResourceChange } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { Rounds } from '@lectern/runtime';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { NewActivity, RecordedResourceEvent } from '../activity/activity.entity';
import { ActivityRepository } from '../activity/activity.repository';
import { FollowedChangesRepository } from './followed-changes.repository';

const EVERY_MS = 1_000;
const BOXES_PER_ROUND = 20;
const BOXES_MAX = 100_000;
const PAGES_PER_ROUND = 5;
const PAGE = 500;
const NOTHING = '00000000-0000-0000-0000-000000000000';
const SYSTEM = 'system';

const eventOf: Readonly<Record<ResourceChange['operation'], RecordedResourceEvent>> = {
  created: 'new',
  modified: 'modified',
  reprocessed: 'modified',
  processed: 'processed',
  deleted: 'deleted',
  started: 'started',
  indexed: 'indexed',
  stopped: 'stopped',
};

/**
 * Converts changes to resources to activity. Reads the change feed of a box when an event announces changes, and those
 * of all boxes once at start, so that nothing is missed while search is not running. Several processes may do this
 * concurrently, because rows are written together with the new cursor.
 */
@Injectable()
export class ResourceActivity implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly isOn = readConfig(activitySlice).ACTIVITY_DAYS > 0;
  private readonly changed = new Set<string>();
  private readonly ending = new AbortController();
  private readonly rounds = new Rounds(() => this.round(), {
    name: 'Activity',
    failure: 'Changes of resources become activity later',
  });
  private knowsAll = false;

  constructor(
    private readonly bus: Bus,
    private readonly transactions: Transactions,
    private readonly cursors: FollowedChangesRepository,
    private readonly activity: ActivityRepository,
  ) {}

  onApplicationBootstrap(): void {
    if (this.isOn) this.rounds.start(EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await this.rounds.stop();
  }

  /** Call when a box has changed. */
  tell(kbid: string): void {
    if (this.isOn && this.changed.size < BOXES_MAX) this.changed.add(kbid);
  }

  /** Reads the new changes of boxes that have changed. Never fails. */
  work(): Promise<void> {
    return this.rounds.run();
  }

  private async round(): Promise<void> {
    if (!this.knowsAll) await this.tellAll();
    for (const kbid of [...this.changed].slice(0, BOXES_PER_ROUND)) {
      this.changed.delete(kbid);
      await this.follow(kbid).catch((error: unknown) => {
        this.tell(kbid);
        throw error;
      });
    }
  }

  private async tellAll(): Promise<void> {
    let after = NOTHING;
    for (;;) {
      const boxes = await this.transactions.read((tx) => this.cursors.list(after, PAGE, tx));
      for (const kbid of boxes) this.tell(kbid);
      after = boxes.at(-1) ?? after;
      if (boxes.length < PAGE || this.changed.size >= BOXES_MAX) break;
    }
    this.knowsAll = true;
  }

  private async follow(kbid: string): Promise<void> {
    let cursor = await this.transactions.read((tx) => this.cursors.cursor(kbid, tx));
    for (let pages = 0; pages < PAGES_PER_ROUND; pages += 1) {
      const page = await this.page(kbid, cursor);
      if (!page || page.changes.length === 0) return;
      const isOurs = await this.write(kbid, cursor, page);
      // Another process is handling it.
      if (!isOurs || !page.has_more) return;
      ({ cursor } = page);
    }
    this.tell(kbid);
  }

  /** Undefined if the box does not exist. */
  private async page(kbid: string, cursor: string | undefined): Promise<ChangePage | undefined> {
    try {
      return await this.read(kbid, cursor);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'not_found') return undefined;
      // Changes beyond the feed's retention time are lost to activity as well.
      if (error.code === 'precondition_failed' && cursor !== undefined) return this.read(kbid, undefined);
      throw error;
    }
  }

  private read(kbid: string, cursor: string | undefined): Promise<ChangePage> {
    const query = { limit: PAGE, wait_s: 0, steps: true, ...(cursor !== undefined && { cursor }) };
    const call = { principal: { ...systemPrincipal, kb: kbid }, signal: this.ending.signal };
    return this.bus.request(listChanges, { params: { kbid }, query }, call);
  }

  private write(kbid: string, from: string | undefined, { changes, cursor: to }: ChangePage): Promise<boolean> {
    const rows = changes.map((change) => changeRow(kbid, change));
    return this.transactions.run(async (tx) => {
      await this.activity.begin(tx);
      if (!(await this.cursors.move(kbid, { from, to }, tx))) return false;
      await this.activity.insert(JSON.stringify(rows), tx);
      return true;
    });
  }
}

function changeRow(kbid: string, { resource_id, operation, by, at }: ResourceChange): NewActivity {
  return {
    kbid,
    event_type: eventOf[operation],
    date: parseInstant(at) ?? new Date(),
    resource_id,
    user_id: by || null,
    user_type: by === SYSTEM ? SYSTEM : null,
    client_type: null,
  };
}
