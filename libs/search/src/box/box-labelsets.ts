import { Bus } from '@lectern/bus';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import { readParagraphLabelsets } from '@lectern/contracts/knowledge-box';
import type { ParagraphLabelsets } from '@lectern/filters';
import { Cache } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

const UNREADABLE = 'The labelsets of this knowledge box could not be read. Please try again.';

/** Labelsets for paragraphs, reloaded when they change and at least once per second. */
@Injectable()
export class BoxLabelsets {
  private readonly ids = new Cache<ParagraphLabelsets>({ name: 'labelsets', entriesMax: 1_000, ttlMs: 1_000 });

  constructor(private readonly bus: Bus) {}

  /** @throws AppError `not_found`, `unavailable` */
  async of(kbid: string): Promise<ParagraphLabelsets> {
    try {
      return await this.ids.get(kbid, () => this.read(kbid));
    } catch (error) {
      if (error instanceof AppError && error.code !== 'internal') throw error;
      // Filters cannot be interpreted without the labelsets.
      throw new AppError('unavailable', UNREADABLE, {}, { cause: error });
    }
  }

  private async read(kbid: string): Promise<ParagraphLabelsets> {
    const body = { kbid };
    const { labelsets } = await this.bus.request(readParagraphLabelsets, { body }, { principal: systemPrincipal });
    return new Set(labelsets);
  }

  invalidate(kbid: string): void {
    this.ids.invalidate(kbid);
  }
}
