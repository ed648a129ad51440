import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { FieldVectorsEntity } from '../field/field.entity';
import { FieldRepository } from '../field/field.repository';
import { VectorsetRepository } from '../vectorset/vectorset.repository';
import { together } from './together';

/** Keeps the vectors of fields, of which the vector index is made. */
@Injectable()
export class VectorStore {
  /** Many fields in one statement; nothing is kept for a resource that is gone. */
  readonly put = together((rows: readonly FieldVectorsEntity[]) => this.putAll(rows), { max: 64, gatherMs: 3 });

  private readonly known = new Set<string>();

  constructor(
    private readonly transactions: Transactions,
    private readonly fields: FieldRepository,
    private readonly vectorsets: VectorsetRepository,
  ) {}

  /** Makes a vectorset known to whoever searches. */
  async ensure(kbid: string, vectorset: { readonly id: string; readonly dimensions: number }): Promise<void> {
    const name = `${kbid}/${vectorset.id}`;
    if (this.known.has(name)) return;
    await this.transactions.single((tx) => this.vectorsets.ensure(kbid, vectorset, tx));
    this.known.add(name);
  }

  private async putAll(rows: readonly FieldVectorsEntity[]): Promise<readonly true[]> {
    await this.transactions.single((tx) => this.fields.putVectors(rows, tx));
    return rows.map(() => true);
  }
}
