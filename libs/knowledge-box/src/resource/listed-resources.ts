import { type Principal, type Visibility, visibilityOfReads } from '@lectern/contracts/core';
import type { Resource, ResourceData } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { WaitingFindings } from '@lectern/indexing';
import { isVisibleTo, type ResourceEntity, ResourceRepository } from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import { type Long, LongObject } from '../document/long';
import { FieldReader } from '../field/field-reader';
import { longResourceData, resourceData, shownLetters, showsData } from './resource-data';
import { resourceMembers, type Shown } from './resource-document';

/** Resources that are in memory at once. */
const TOGETHER_MAX = 20;
/** Fields that are read together; those of larger resources are read while they are shown. */
const TOGETHER_BYTES_MAX = 4 * 1024 * 1024;

/** Which resources are shown, and how much of them. */
export interface ListedPage {
  readonly kbid: string;
  readonly ids: readonly string[];
  readonly shown: Shown;
  readonly principal: Principal;
}

/** Shows the resources of a page, in groups: a resource may be large, and none keeps the others from being shown. */
@Injectable()
export class ListedResources {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldReader,
    private readonly findings: WaitingFindings,
  ) {}

  /**
   * Those that exist and may be seen, by id, in the order of the ids. Secrets of their fields are left out.
   *
   * @param each called with every one that is shown
   */
  read(page: ListedPage, each: (resource: ResourceEntity) => void): LongObject<Long<Resource>> {
    const visibility = visibilityOfReads(page.principal);
    const group = (from: number) => this.group({ ...page, ids: page.ids.slice(from, from + TOGETHER_MAX) }, visibility);
    return new LongObject(async function* () {
      for (let from = 0; from < page.ids.length; from += TOGETHER_MAX) {
        const shown = await group(from);
        yield Object.fromEntries(shown.map(([{ id }, members]) => [id, members]));
        for (const [resource] of shown) each(resource);
      }
    });
  }

  private async group(
    page: ListedPage,
    visibility: Visibility,
  ): Promise<readonly (readonly [ResourceEntity, Long<Resource>])[]> {
    const { kbid, ids, shown } = page;
    const { rows, waitsFor } = await this.transactions.read(async (tx) => {
      const found = (await this.resources.findMany(kbid, ids, tx)).filter((row) => isVisibleTo(row, visibility));
      return { rows: found, waitsFor: await this.findings.among(kbid, found, tx) };
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const ordered = ids.flatMap((id) => byId.get(id) ?? []);
    const data = showsData(shown) ? await this.data(page, ordered) : undefined;
    return ordered.map((row) => {
      const members = resourceMembers(row, shown, waitsFor.get(row.id) ?? null);
      return [row, { ...members, ...(data && { data: data.get(row.id) }) }];
    });
  }

  private async data(
    { kbid, shown, principal }: ListedPage,
    rows: readonly ResourceEntity[],
  ): Promise<ReadonlyMap<string, Long<ResourceData>>> {
    const wanted = await this.fields.wanted(kbid, shown);
    const letters = shownLetters(shown);
    const together = { kbid, rids: rows.map(({ id }) => id), letters };
    if ((await this.fields.bytesOf(together, wanted)) <= TOGETHER_BYTES_MAX) {
      const fields = await this.fields.readMany(together, wanted);
      return new Map(rows.map((row) => [row.id, resourceData(row, fields.get(row.id) ?? [], shown)]));
    }
    // As a reader's: secrets are left out here as they are where fields are read together.
    const call = { wanted, principal: { ...principal, roles: [] } };
    const data = new Map<string, Long<ResourceData>>();
    for (const row of rows) {
      const read = await this.fields.reader({ kbid, rid: row.id, letters }, call);
      data.set(row.id, longResourceData(row, shown, read));
    }
    return data;
  }
}
