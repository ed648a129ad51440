import { AppError, type DocumentPiece, type Principal, visibilityOfReads } from '@lectern/contracts/core';
import type { ResourceReadQuery } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { findingOf, WaitingFindings } from '@lectern/indexing';
import {
  isVisibleTo,
  type ResourceLocation,
  type ResourceView,
  ResourceViewRepository,
  type WantedContent,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { documentPieces } from '../document/pieces';
import { GROUP_BYTES_MAX } from '../extracted/field-groups';
import { FieldReader } from '../field/field-reader';
import { longResourceData, resourceData, shownLetters, showsData } from './resource-data';
import { resourceMembers, type Shown } from './resource-document';

/** The caller of a resource read. */
export interface ResourceReading {
  readonly principal: Principal;
  readonly found: (rid: string) => void;
}

/**
 * Reads one resource in the form of the interface: in one statement with all of its requested parts, unless these are
 * large.
 */
@Injectable()
export class WholeResourceReader {
  constructor(
    private readonly transactions: Transactions,
    private readonly views: ResourceViewRepository,
    private readonly fields: FieldReader,
    private readonly findings: WaitingFindings,
  ) {}

  /**
   * @param reading `found` is called with the id of the resource
   * @throws AppError `not_found`; `unavailable` when a large field changes while it is read
   */
  async *get(
    location: ResourceLocation,
    query: ResourceReadQuery,
    { principal, found: tellFound }: ResourceReading,
  ): AsyncGenerator<DocumentPiece> {
    const shown = { show: query.show, fieldTypes: query.field_type, extracted: query.extracted };
    const wanted = showsData(shown) ? await this.fields.wanted(location.kbid, query) : undefined;
    const view = await this.view(location, shown, wanted);
    const { resource } = view;
    if (!isVisibleTo(resource, visibilityOfReads(principal)))
      throw new AppError('not_found', 'Resource does not exist');
    tellFound(resource.id);
    const members = resourceMembers(resource, shown, findingOf(view) ?? null);
    if (!wanted) return yield* documentPieces(members);
    const { kbid, id: rid } = resource;
    const call = { wanted, principal };
    if (view.rows) {
      const stored = this.fields.storedOf(view.rows, resource.augmentations, call);
      return yield* documentPieces({ ...members, data: resourceData(resource, stored, shown) });
    }
    const read = await this.fields.reader({ kbid, rid, letters: shownLetters(shown) }, call);
    const genericVectors = await this.fields.genericVectors(kbid, [rid], wanted);
    yield* documentPieces({ ...members, data: longResourceData(resource, { ...shown, genericVectors }, read) });
  }

  /** Vectors are read separately: they are large and not JSON. */
  private view(location: ResourceLocation, shown: Shown, wanted: WantedContent | undefined): Promise<ResourceView> {
    const letters = shownLetters(shown);
    const isTogether = wanted && wanted.vectorset === undefined && letters.length > 0;
    const fields = isTogether && { letters, hasExtracted: wanted.extracted, bytesMax: GROUP_BYTES_MAX };
    const { sql } = this.findings;
    return this.transactions.read((tx) => this.views.get(location, { sql, ...(fields && { fields }) }, tx));
  }
}
