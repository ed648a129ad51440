import { Bus } from '@lectern/bus';
import {
  AppError,
  assembled,
  type Principal,
  systemPrincipal,
  validate,
  visibilityOfReads,
} from '@lectern/contracts/core';
import { type Catalog, CatalogRequest, listCatalog, readTexts, type Resource } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';

/** Code points of all documents of one call. */
const TEXT_CHARS_MAX = 1_000_000;

/** A box, and for whom it is read. */
export interface BoxReader {
  readonly kbid: string;
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/** The text of a document. */
export interface DocumentText {
  readonly text: string;
  /** Why it is not all that there is. */
  readonly note?: string;
}

/** Reads the documents of a box with the rights of the caller. */
@Injectable()
export class McpDocuments {
  constructor(private readonly bus: Bus) {}

  /** By the names that were asked for; those that the caller may not see are left out. */
  async texts(
    names: readonly string[],
    { kbid, principal, signal }: BoxReader,
  ): Promise<ReadonlyMap<string, DocumentText>> {
    const ids = [...new Set(names)];
    const charsMax = Math.floor(TEXT_CHARS_MAX / ids.length);
    const body = { kbid, ids, visibility: visibilityOfReads(principal), charsMax };
    const { resources, pending } = await this.bus.request(readTexts, { body }, { principal: systemPrincipal, signal });
    return new Map(
      ids.flatMap((id) => {
        const fields = resources[id];
        if (!fields) return [];
        const texts = Object.values(fields);
        const chars = texts.reduce((sum, one) => sum + [...one].length, 0);
        const note = noteOf(chars >= charsMax ? charsMax : undefined, pending.includes(id));
        return [[id, { text: texts.join('\n\n'), ...(note !== '' && { note }) }]];
      }),
    );
  }

  /** @throws AppError `not_found` */
  async text(name: string, reader: BoxReader): Promise<DocumentText> {
    const found = (await this.texts([name], reader)).get(name);
    if (!found) throw new AppError('not_found', `Unknown document ${name.slice(0, 200)}`);
    return found;
  }

  /** @throws AppError `invalid_request`, `invalid_query` */
  async list(
    request: Readonly<Record<string, unknown>>,
    { kbid, principal, signal }: BoxReader,
  ): Promise<DocumentPage> {
    const body = validate(CatalogRequest, { show: ['basic'], ...request }, ['arguments']);
    const pieces = this.bus.stream(listCatalog, { params: { kbid }, body }, { principal, signal });
    const { resources, fulltext } = await assembled<Catalog>(pieces);
    const documents = fulltext.results.flatMap(({ rid }) => resources[rid] ?? []);
    return { documents, total: fulltext.total, hasMore: fulltext.next_page };
  }
}

/** A page of documents. */
export interface DocumentPage {
  readonly documents: readonly Resource[];
  /** On all pages. */
  readonly total: number;
  readonly hasMore: boolean;
}

function noteOf(charsMax: number | undefined, isPending: boolean): string {
  const notes = [
    ...(charsMax === undefined ? [] : [`Only the first ${charsMax} characters are returned.`]),
    ...(isPending ? ['The document is still being processed: it may get more text.'] : []),
  ];
  return notes.join(' ');
}
