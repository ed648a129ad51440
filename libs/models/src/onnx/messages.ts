import type { ModelManifest } from '../store/manifest';

/** Initial data of a worker. */
export interface WorkerSetup {
  readonly folder: string;
  readonly manifest: ModelManifest;
  /** Threads per inference. */
  readonly threads: number;
  /** Whether it gives way to all other work on the processor. */
  readonly yields: boolean;
  /** Memory of its `RunGate`. */
  readonly gate: SharedArrayBuffer;
}

export type Purpose = 'query' | 'passage';

/** To the worker. `query` jobs run before the next batch of a `passage` job. */
export type WorkerRequest =
  | {
      readonly kind: 'run';
      readonly id: number;
      readonly purpose: Purpose;
      readonly texts: readonly string[];
      /** For rerankers: each text is read together with it. */
      readonly question?: string;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

/** From the worker: `dimensions` floats per text, in the order of the texts. */
export type WorkerReply =
  | { readonly kind: 'done'; readonly id: number; readonly values: ArrayBuffer }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
