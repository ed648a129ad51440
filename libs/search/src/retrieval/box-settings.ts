import { Bus } from '@lectern/bus';
import { readRetrievalSettings, type RetrievalSettings, systemPrincipal } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import QuickLRU from 'quick-lru';

const BOXES_MAX = 10_000;
/** Changes are told; this is for those whose telling was lost. */
const AGE_MS_MAX = 1_000;

/** What search must know of knowledge boxes: asked for again when it changes, and at least once a second. */
@Injectable()
export class BoxSettings {
  private readonly known = new QuickLRU<string, Promise<RetrievalSettings>>({ maxSize: BOXES_MAX, maxAge: AGE_MS_MAX });

  constructor(private readonly bus: Bus) {}

  /** @throws AppError `not_found`, `unavailable` */
  async of(kbid: string): Promise<RetrievalSettings> {
    const known = this.known.get(kbid);
    if (known) return known;
    const asked = this.bus.request(readRetrievalSettings, { body: { kbid } }, { principal: systemPrincipal });
    this.known.set(kbid, asked);
    try {
      const settings = await asked;
      // Nobody tells of the first vectorset, which is made when something is first embedded.
      if (settings.vectorsets.length === 0) this.forgetAnswer(kbid, asked);
      return settings;
    } catch (error) {
      this.forgetAnswer(kbid, asked);
      throw error;
    }
  }

  /** What is being asked for is forgotten, too. */
  forget(kbid: string): void {
    this.known.delete(kbid);
  }

  private forgetAnswer(kbid: string, answer: Promise<RetrievalSettings>): void {
    if (this.known.peek(kbid) === answer) this.known.delete(kbid);
  }
}
