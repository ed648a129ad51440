import { AppError } from '@lectern/contracts/core';
import { ExportedResource } from '@lectern/contracts/knowledge-box';
import { ResourceChanges } from '@lectern/indexing';
import { ImportRepository } from './import.repository';
import { type TransferKey } from './export.repository';
import { Injectable } from '@nestjs/common';
import { EarlierResources } from './earlier-resources';
import { GenericIntake } from './generic-intake';
import { importedResource, type ImportTarget } from './imported-resource';
import { badItem, itemOf } from './item-reader';
import { type IncomingFields, ResourceFieldsIntake } from './resource-fields-intake';

/** A resource in a file and its destination. */
export interface IncomingResource extends Omit<IncomingFields, 'tx' | 'seqid'> {
  readonly key: TransferKey;
  readonly target: ImportTarget;
  readonly by: string;
}

/** A transaction was restarted, so the file must be read again as well. */
export class RestartError extends Error {}

/** Stores resources with their fields and results, each in one transaction. */
@Injectable()
export class ResourceIntake {
  constructor(
    private readonly changes: ResourceChanges,
    private readonly imports: ImportRepository,
    private readonly earlier: EarlierResources,
    private readonly fields: ResourceFieldsIntake,
    private readonly generics: GenericIntake,
  ) {}

  /**
   * Stores the resource that begins with the next item.
   *
   * @throws AppError `bad_request`, `invalid_request` for data that would also be invalid in a request; `not_found`
   *   when the box or the import does not exist; `quota_exceeded`; RestartError
   */
  async store(incoming: IncomingResource): Promise<void> {
    const frame = await incoming.items.take();
    if (frame.type !== 'RES') throw badItem(frame, new Error('a resource has to follow its files'));
    const item = await itemOf(frame, ExportedResource);
    const reference = { kbid: incoming.key.kbid, rid: item.id };
    const state = incoming.state.copy();
    const guard = await this.earlier.guardOf(reference.kbid);
    let isAgain = false;
    await this.changes.replace(reference, incoming.by, {
      make: async (tx) => {
        if (isAgain) throw new RestartError();
        isAgain = true;
        return this.earlier.withFreeSlug(importedResource(item, incoming.target), state, tx);
      },
      fill: async (tx, { resource, before }) => {
        const { seqid, orphans } = await this.earlier.makeRoom(reference, { isReplaced: Boolean(before) }, tx);
        await this.generics.store(resource, { ...incoming, tx });
        const { bytes, ...stored } = await this.fields.store(reference, { ...incoming, state, seqid, tx });
        await guard({ resources: before ? 0 : 1, bytes }, tx);
        await incoming.items.takeSum();
        state.resource(incoming.items.position);
        if (!(await this.imports.proceed(incoming.key, state.step(new Date()), tx))) throw gone();
        return { seqid, ...stored, orphans: [...orphans, ...stored.orphans] };
      },
    });
    incoming.state.become(state);
  }
}

function gone(): AppError {
  return new AppError('not_found', 'The import is gone');
}
