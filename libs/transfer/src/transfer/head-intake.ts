import { Bus } from '@lectern/bus';
import type { Role } from '@lectern/contracts/core';
import type { ExportedHead } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { publishBoxChange } from './box-change';
import type { ImportEntity } from './import.entity';
import type { CurrentRoles } from './import-rights';
import { ImportRepository } from './import.repository';
import type { ImportState } from './import-state';
import { type IncomingVectorset, VectorsetIntake } from './vectorset-intake';

/** Stores the head of a file: the models with vectors and the number of resources. */
@Injectable()
export class HeadIntake {
  constructor(
    private readonly transactions: Transactions,
    private readonly imports: ImportRepository,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly vectorsets: VectorsetIntake,
    private readonly bus: Bus,
  ) {}

  /** Stores the head unless an earlier attempt did. @returns the models of the items that follow */
  async store(
    row: ImportEntity,
    head: ExportedHead,
    { roles, state }: { readonly roles: CurrentRoles; readonly state: ImportState },
  ): Promise<readonly IncomingVectorset[]> {
    if (row.position === 0) await this.begin(row, head, await roles());
    return this.vectorsets.incoming(row.kbid, { head, roles: await roles(), state });
  }

  private async begin({ kbid, id }: ImportEntity, head: ExportedHead, roles: readonly Role[]): Promise<void> {
    const wanted = await this.vectorsets.wanted(kbid, head, roles);
    await this.transactions.run(async (tx) => {
      await this.imports.update({ kbid, id }, { total: head.resources }, tx);
      await this.vectorsets.ensure(kbid, wanted, tx);
      publishBoxChange(kbid, { boxes: this.boxes, bus: this.bus }, tx);
    });
  }
}
