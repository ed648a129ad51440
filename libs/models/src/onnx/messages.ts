import type { ModelManifest } from '../store/manifest';

/** What a worker is started with. */
export interface WorkerSetup {
  readonly folder: string;
  readonly manifest: ModelManifest;
  /** Of one inference. */
  readonly threads: number;
  /** Whether it leaves the processor to whatever else wants it. */
  readonly yields: boolean;
  /** Of its `RunGate`. */
  readonly gate: SharedArrayBuffer;
}

export type Purpose = 'query' | 'passage';

/** To the worker. `query` jobs are run before the next batch of a `passage` job. */
export type WorkerRequest =
  | {
      readonly kind: 'run';
      readonly id: number;
      readonly purpose: Purpose;
      readonly texts: readonly string[];
      /** For rerankers: what each text is read together with. */
      readonly question?: string;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

/** From the worker: `dimensions` floats per text, in the order of the texts. */
export type WorkerReply =
  | { readonly kind: 'done'; readonly id: number; readonly values: ArrayBuffer }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
