import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import { readParagraphLabelsets } from '@lectern/contracts/knowledge-box';
import type { ParagraphLabelsets } from '@lectern/filters';
import { Cache } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

/** Labelsets for paragraphs: loaded again when labelsets change, and at least once a second. */
@Injectable()
export class BoxLabelsets {
  private readonly ids = new Cache<ParagraphLabelsets>({ name: 'labelsets', entriesMax: 1_000, ttlMs: 1_000 });

  constructor(private readonly bus: Bus) {}

  /** @throws AppError `unavailable` */
  async of(kbid: string): Promise<ParagraphLabelsets> {
    return this.ids.get(kbid, async () => {
      const body = { kbid };
      const { labelsets } = await this.bus.request(readParagraphLabelsets, { body }, { principal: systemPrincipal });
      return new Set(labelsets);
    });
  }

  invalidate(kbid: string): void {
    this.ids.invalidate(kbid);
  }
}
