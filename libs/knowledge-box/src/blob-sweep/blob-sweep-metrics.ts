import { Metrics } from '@lectern/runtime';
import { Injectable, Optional } from '@nestjs/common';

/** Metrics of the sweep; absent where no metrics are collected. */
@Injectable()
export class BlobSweepMetrics {
  private readonly files;

  constructor(@Optional() metrics?: Metrics) {
    this.files = metrics?.counter<'kind'>({
      name: 'unnamed_blobs_removed_total',
      help: 'Files that no row named and that were removed',
      labels: ['kind'],
    });
  }

  removed(kind: string): void {
    this.files?.inc({ kind });
  }
}
