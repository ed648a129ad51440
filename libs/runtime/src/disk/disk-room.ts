import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@lectern/contracts/core';
import { Injectable, Logger } from '@nestjs/common';
import { Rounds } from '../rounds';
import type { Metrics } from '../metrics';
import { type DiskFigures, type DiskState, reserveOf, spareOf, stateOf } from './disk-rule';
import { SpareFile } from './spare-file';

const LOOK_EVERY_MS = 1_000;
const MIB = 1024 ** 2;
const SPARE_NAME = 'spare';

/** Folders that this process fills. */
export type DiskUse = 'data' | 'blobs';

export interface DiskRoomOptions {
  /** Reserve of each disk; 0 watches nothing. */
  readonly reserveBytes: number;
  /** A folder that only this process uses, for a spare file that is removed when other programs fill the disk. */
  readonly spareFolder?: string;
  readonly metrics?: Metrics;
}

interface Watched {
  readonly folder: string;
  /** Absent while the folder does not exist. */
  figures?: DiskFigures;
}

/**
 * Watches the disks that this process writes to. While less than the reserve is free, work that adds content is refused
 * or waits, so that deletions still have the room that they need.
 */
@Injectable()
export class DiskRoom {
  private readonly logger = new Logger('Disk');
  private readonly watched = new Map<DiskUse, Watched>();
  private readonly spare: SpareFile | undefined;
  private state: DiskState = 'ample';
  private isSpareKept = false;
  private readonly looks = new Rounds(() => this.lookOnce(), { name: 'Disk', failure: 'The disk is not watched' });

  constructor(private readonly options: DiskRoomOptions) {
    const { reserveBytes, spareFolder, metrics } = options;
    if (spareFolder !== undefined && reserveBytes > 0) this.spare = new SpareFile(join(spareFolder, SPARE_NAME));
    metrics?.gauges({
      name: 'disk_free_bytes',
      help: 'Free on the disk of the folder of data or of blobs',
      labels: ['folder'],
      collect: () => this.known().map(({ use, figures }) => [{ folder: use }, figures.freeBytes] as const),
    });
    metrics?.gauges({
      name: 'disk_short',
      help: 'Whether less than DISK_RESERVE_MB is free there: what adds content is refused, and work on documents waits',
      labels: ['folder'],
      collect: () => this.known().map(({ use, figures }) => [{ folder: use }, this.isAmple(figures) ? 0 : 1] as const),
    });
  }

  get isOn(): boolean {
    return this.options.reserveBytes > 0;
  }

  /** Whether less than the reserve is free on the disk of the data folder, as measured within the last second. */
  get isShort(): boolean {
    return this.isShortFor(['data']);
  }

  /** Watches the disk of a folder, which need not exist yet. */
  watch(use: DiskUse, folder: string): void {
    this.watched.set(use, { folder });
  }

  /** Measures now, then once a second until `stop`. */
  async start(): Promise<void> {
    if (!this.isOn) return;
    await this.look();
    this.looks.start(LOOK_EVERY_MS);
  }

  stop(): void {
    void this.looks.stop();
  }

  /**
   * Costs nothing while there is room: measures again only before it refuses.
   *
   * @throws AppError `storage_full` while less than the reserve is free for one of these uses
   */
  async refuseWhenShort(uses: readonly DiskUse[]): Promise<void> {
    if (!this.isShortFor(uses)) return;
    await this.look();
    if (this.isShortFor(uses)) throw diskShort();
  }

  /** Always measures, and checks all uses: for long writes. */
  async refuseWhenShortNow(): Promise<void> {
    if (!this.isOn) return;
    await this.look();
    if (this.state !== 'ample') throw diskShort();
  }

  private isShortFor(uses: readonly DiskUse[]): boolean {
    return this.known().some(({ use, figures }) => uses.includes(use) && !this.isAmple(figures));
  }

  /** @throws Error that names the full disk and a remedy */
  check(): void {
    const short = this.known().filter(({ figures }) => !this.isAmple(figures));
    if (short.length === 0) return;
    const { reserveBytes } = this.options;
    const parts = short.map(({ use, figures: { freeBytes, totalBytes } }) => {
      const [free, kept] = [freeBytes, reserveOf(totalBytes, reserveBytes)].map((bytes) => Math.floor(bytes / MIB));
      return `the disk of the folder of ${use} has ${free} MiB left, and ${kept} MiB are kept for deletions`;
    });
    throw new Error(
      `${parts.join('; ')}: nothing is added until there is room. Delete resources or knowledge boxes, or enlarge the disk`,
    );
  }

  /** Never fails. */
  private look(): Promise<void> {
    return this.looks.run();
  }

  private async lookOnce(): Promise<void> {
    for (const one of this.watched.values()) one.figures = await figuresOf(one.folder);
    const states = this.known().map(({ figures }) => stateOf(figures, this.options.reserveBytes));
    const state = states.includes('critical') ? 'critical' : states.includes('short') ? 'short' : 'ample';
    this.report(state);
    this.state = state;
    await this.keepSpare().catch((error: unknown) => this.logger.warn(`Spare file not removed: ${String(error)}`));
  }

  private async keepSpare(): Promise<void> {
    const figures = this.watched.get('data')?.figures;
    if (!this.spare || !figures) return;
    const { reserveBytes } = this.options;
    const sizeBytes = spareOf(figures, reserveBytes);
    if (stateOf(figures, reserveBytes) === 'critical') {
      this.isSpareKept = false;
      await this.spare.release();
    } else if (!this.isSpareKept && figures.freeBytes - sizeBytes >= reserveOf(figures.totalBytes, reserveBytes)) {
      this.isSpareKept = true;
      // Not awaited: no caller depends on it.
      void this.spare.write(sizeBytes).catch((error: unknown) => {
        this.isSpareKept = false;
        this.logger.warn(`The spare file cannot be written: ${String(error)}`);
      });
    }
  }

  private report(state: DiskState): void {
    if (state === this.state) return;
    if (state === 'ample') this.logger.log('The disk has room again: content is added as before');
    else if (this.state === 'ample') this.logger.warn('The disk is nearly full: only deletions have room');
  }

  private known(): { readonly use: DiskUse; readonly figures: DiskFigures }[] {
    return [...this.watched].flatMap(([use, { figures }]) => (figures ? [{ use, figures }] : []));
  }

  private isAmple(figures: DiskFigures): boolean {
    return stateOf(figures, this.options.reserveBytes) === 'ample';
  }
}

/** The error for work that adds content while less than the reserve is free. */
export function diskShort(): AppError {
  return new AppError(
    'storage_full',
    'The disk of the server is nearly full, and the rest is kept for deletions: delete what is not needed, or ask the ' +
      'operator of the server for more room, then send the request again',
  );
}

async function figuresOf(folder: string): Promise<DiskFigures | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}
