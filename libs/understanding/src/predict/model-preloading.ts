import { Bus } from '@lectern/bus';
import { readConfig } from '@lectern/config';
import { systemPrincipal } from '@lectern/contracts/core';
import { readModelUse } from '@lectern/contracts/knowledge-box';
import { type Embedder, Embedders } from '@lectern/models';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { ModelLoading } from './model-loading';
import { modelLoadingConfig } from './model-loading.config';

/** The knowledge-box service may start later than this one. */
const ASKS_MAX = 20;
const ASK_EVERY_MS = 15_000;
const BYTES_PER_MB = 1_048_576;

/**
 * After the start, loads the non-default models of knowledge boxes one at a time, those with the most boxes first,
 * while enough memory is free, so that the first find in such a box rarely waits for its model.
 */
@Injectable()
export class ModelPreloading implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ModelPreloading.name);
  private readonly stopping = new AbortController();
  private readonly freeMb = readConfig(modelLoadingConfig).MODEL_LOADING_FREE_MB;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly bus: Bus,
    private readonly embedders: Embedders,
    private readonly loading: ModelLoading,
  ) {}

  onApplicationBootstrap(): void {
    if (this.freeMb > 0) this.running = this.preload().catch(() => undefined);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Resolves when all possible models are loaded. */
  async preload(availableBytes: () => number = () => process.availableMemory()): Promise<void> {
    const { signal } = this.stopping;
    await this.loading.done;
    for (const embedder of await this.used(signal)) {
      const { id } = embedder.description;
      if (signal.aborted) return;
      if (availableBytes() < this.freeMb * BYTES_PER_MB) {
        this.logger.log(`The model ${id} is loaded with its first text: less than ${this.freeMb} MB are free`);
        return;
      }
      try {
        await this.loading.loadEmbedder(embedder, signal);
        this.logger.log(`The model ${id} is loaded, since knowledge boxes use it`);
      } catch (error) {
        if (!signal.aborted) this.logger.warn(`The model ${id} could not be loaded: ${String(error)}`);
      }
    }
  }

  private async used(signal: AbortSignal): Promise<readonly Embedder[]> {
    for (let asked = 1; ; asked += 1) {
      try {
        const { embedders } = await this.bus.request(readModelUse, {}, { principal: systemPrincipal, signal });
        const inUse = embedders.filter(({ knowledge_boxes: boxes }) => boxes > 0);
        const ids = inUse.sort((a, b) => b.knowledge_boxes - a.knowledge_boxes).map(({ id }) => id);
        const others = ids.filter((id) => id !== this.embedders.defaultId).map((id) => this.embedders.find(id));
        return others.filter((embedder) => embedder !== undefined).filter(({ isLocal }) => isLocal);
      } catch (error) {
        if (asked >= ASKS_MAX || signal.aborted) throw error;
        await sleep(ASK_EVERY_MS, undefined, { signal, ref: false });
      }
    }
  }
}
