import { AppError } from '@lectern/contracts/core';
import type { ModelManifest } from '../store/manifest';
import type { ModelStore } from '../store/model-store';
import { OnnxPool, type PoolJob } from './onnx-pool';

export interface OnnxOptions {
  readonly store: ModelStore;
  readonly manifest: ModelManifest;
  /** Worker threads. */
  readonly workers: number;
  /** Threads per inference. */
  readonly threads: number;
}

/** A pool that checks its files and starts at the first job. */
export class LazyPool {
  private pool: Promise<OnnxPool> | undefined;
  private closed = false;

  constructor(private readonly options: OnnxOptions) {}

  /** @throws AppError as `OnnxPool.run`, and `unavailable` when the files are missing or damaged */
  async run(job: PoolJob): Promise<readonly Float32Array[]> {
    if (this.closed) throw new AppError('unavailable', 'The model is closed');
    if (job.signal?.aborted) throw new AppError('cancelled', 'Cancelled');
    this.pool ??= this.start();
    return (await this.pool).run(job);
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.pool?.then((pool) => pool.close()).catch(() => undefined);
  }

  private async start(): Promise<OnnxPool> {
    const { store, manifest, workers, threads } = this.options;
    try {
      const { folder } = await store.get(manifest.id);
      return new OnnxPool({ setup: { folder, manifest, threads }, workers });
    } catch (error) {
      // The next call checks again: the operator may have repaired it.
      this.pool = undefined;
      throw error;
    }
  }
}
