import { type Principal, type Visibility, visibilityOfReads } from '@lectern/contracts/core';
import type { ListedResource, Resource, ResourceData } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { findingOf, WaitingFindings } from '@lectern/indexing';
import {
  isVisibleTo,
  type ListedFields,
  type ResourceEntity,
  type ResourceView,
  ResourceViewRepository,
  type WantedContent,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { type Long, LongObject } from '../document/long';
import { FieldReader } from '../field/field-reader';
import { longResourceData, resourceData, shownLetters, showsData } from './resource-data';
import { listedResource, resourceMembers, type Shown } from './resource-document';

/** Resources in memory at once. */
const TOGETHER_MAX = 20;
/** Fields read together; fields of larger resources are read lazily. */
const TOGETHER_BYTES_MAX = 4 * 1024 * 1024;

/** The resources to show, and their parts. */
export interface ListedPage {
  readonly kbid: string;
  readonly ids: readonly string[];
  readonly shown: Shown;
  readonly principal: Principal;
}

/** Streams the resources of a page in groups, so that one large resource does not affect the others. */
@Injectable()
export class ListedResources {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ResourceViewRepository,
    private readonly fields: FieldReader,
    private readonly findings: WaitingFindings,
  ) {}

  /**
   * Existing and visible resources by id, ordered by id, without the secrets of their fields.
   *
   * @param each called with every resource shown
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

  /** Existing and visible resources, ordered by id, without their fields. */
  async summaries(kbid: string, ids: readonly string[], visibility: Visibility): Promise<readonly ListedResource[]> {
    const views = await this.views(kbid, ids, { visibility });
    return views.map((view) => listedResource(view.resource, findingOf(view) ?? null));
  }

  private async group(
    page: ListedPage,
    visibility: Visibility,
  ): Promise<readonly (readonly [ResourceEntity, Long<Resource>])[]> {
    const { kbid, ids, shown } = page;
    const wanted = showsData(shown) ? await this.fields.wanted(kbid, shown) : undefined;
    const fields = wanted && fieldsWith(shown, wanted);
    const ordered = await this.views(kbid, ids, { visibility, fields });
    const data = wanted && (await this.data(page, ordered, wanted));
    return ordered.map((view) => {
      const { resource } = view;
      const members = resourceMembers(resource, shown, findingOf(view) ?? null);
      return [resource, { ...members, ...(data && { data: data.get(resource.id) }) }];
    });
  }

  private async views(
    kbid: string,
    rids: readonly string[],
    { visibility, fields }: { readonly visibility: Visibility; readonly fields?: ListedFields },
  ): Promise<readonly ResourceView[]> {
    const { sql } = this.findings;
    const found = await this.transactions.read((tx) => this.repository.list({ kbid, rids }, { sql, fields }, tx));
    const byId = new Map(found.map((view) => [view.resource.id, view]));
    return rids.flatMap((rid) => byId.get(rid) ?? []).filter(({ resource }) => isVisibleTo(resource, visibility));
  }

  /** Without secrets, as when fields are read together. */
  private async data(
    { kbid, shown, principal }: ListedPage,
    views: readonly ResourceView[],
    wanted: WantedContent,
  ): Promise<ReadonlyMap<string, Long<ResourceData>>> {
    const call = { wanted, principal: { ...principal, roles: [] } };
    if (views.every(({ rows }) => rows))
      return new Map(
        views.map(({ resource, rows = noRows }) => {
          const stored = this.fields.storedOf(rows, resource.augmentations, call);
          return [resource.id, resourceData(resource, stored, shown)];
        }),
      );
    const letters = shownLetters(shown);
    const together = { kbid, rids: views.map(({ resource }) => resource.id), letters };
    if (wanted.extracted && (await this.fields.bytesOf(together, wanted)) <= TOGETHER_BYTES_MAX) {
      const fields = await this.fields.readMany(together, wanted);
      return new Map(views.map(({ resource: row }) => [row.id, resourceData(row, fields.get(row.id) ?? [], shown)]));
    }
    const data = new Map<string, Long<ResourceData>>();
    for (const { resource } of views) {
      const read = await this.fields.reader({ kbid, rid: resource.id, letters }, call);
      data.set(resource.id, longResourceData(resource, shown, read));
    }
    return data;
  }
}

const noRows = { fields: [], extracted: [], vectors: [] };

/** Fields to read with their resources; extracted content is read separately. */
function fieldsWith(shown: Shown, { extracted }: WantedContent): ListedFields | undefined {
  if (extracted) return undefined;
  const hasValues = shown.show.includes('values');
  return { letters: shownLetters(shown), hasValues, bytesMax: TOGETHER_BYTES_MAX };
}
