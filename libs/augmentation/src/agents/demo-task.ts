import { Bus } from '@lectern/bus';
import { AppError, systemPrincipal, unrestricted, validate } from '@lectern/contracts/core';
import {
  createResource,
  CreateResourcePayload,
  deleteResource,
  FileWriteHeaders,
  readResources,
} from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import type { AgentTaskWork, LeasedRun } from './leased-run';
import { demoTexts, type DemoText } from './demo-texts';
import type { SpecialTask } from './special-task';

const LABELSET = 'demo';

/** Adds resources to try a knowledge box with. A slug that is taken is left alone. */
@Injectable()
export class DemoTask implements SpecialTask {
  constructor(private readonly bus: Bus) {}

  async run(work: AgentTaskWork, leased: LeasedRun): Promise<void> {
    const { kbid } = work.task;
    const added: string[] = [];
    for (const text of demoTexts) {
      if (!work.isActive) return;
      if (await this.add(kbid, text, leased.signal)) added.push(text.slug);
      work.tally({ resources: 1 });
      await leased.keep([work]);
    }
    work.end = { dueAt: null, completedAt: new Date(), report: { added } };
  }

  /** Removes the resources of the demonstration, as long as they have its label. */
  async undo(work: AgentTaskWork, { signal }: LeasedRun): Promise<void> {
    const { kbid } = work.task;
    const wanted = { show: ['basic' as const], fieldTypes: [], extracted: [], visibility: unrestricted };
    const ids = demoTexts.map(({ slug }) => slug);
    const query = { kbid, ids, ...wanted };
    const { resources } = await this.bus.request(
      readResources,
      { body: query },
      { principal: systemPrincipal, signal },
    );
    for (const { id, usermetadata } of Object.values(resources)) {
      const labels = usermetadata?.classifications ?? [];
      if (!labels.some(({ labelset }) => labelset === LABELSET)) continue;
      await this.bus.request(deleteResource, { params: { kbid, rid: id } }, { principal: systemPrincipal, signal });
    }
    work.end = { dueAt: null, completedAt: new Date() };
  }

  /** @returns whether it was added */
  private async add(kbid: string, { slug, title, label, body }: DemoText, signal: AbortSignal): Promise<boolean> {
    const usermetadata = { classifications: [{ labelset: LABELSET, label }] };
    const payload = validate(CreateResourcePayload, { slug, title, usermetadata, texts: { text: { body } } });
    try {
      const input = { params: { kbid }, headers: new FileWriteHeaders(), body: payload };
      await this.bus.request(createResource, input, { principal: systemPrincipal, signal });
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
      return false;
    }
  }
}
