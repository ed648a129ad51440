import { Bus } from '@lectern/bus';
import type { StoredParagraph } from '@lectern/contracts/core';
import {
  type Download,
  downloadAttachment,
  downloadExtracted,
  downloadFileField,
  type Resource,
} from '@lectern/contracts/knowledge-box';
import type { AskRequest, RagImageStrategy } from '@lectern/contracts/search';
import type { ContextImage } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { fieldIdOf } from '../../hydrate/hydrated-resources';
import { paragraphPictures, picturesProjection } from '../../hydrate/paragraph-pictures';
import type { ContextEntry } from './context-entry';
import { ContextReader } from './context-reader';
import type { StepContext } from './context-steps';

/** Pictures per prompt, including those that the caller sent. */
export const CONTEXT_PICTURES_MAX = 20;
/** Default number of pages to show. */
export const PICTURES_DEFAULT = 5;
/** Larger pictures are skipped. */
const PICTURE_BYTES_MAX = 4 * 1024 * 1024;
/** Resources that are searched for pictures. */
const RESOURCES_MAX = 50;

/** A picture, identified by its download path. */
export interface PictureWanted {
  /** Key of the picture in the context. */
  readonly key: string;
  readonly uri: string;
}

const fileDownload = /^\/kb\/([^/]+)\/resource\/([^/]+)\/file\/([^/]+)\/download\/(?:field|extracted\/(.+))$/;
const attachmentDownload = /^\/kb\/([^/]+)\/resource\/([^/]+)\/conversation\/([^/]+)\/download\/field\/([^/]+)\/(\d+)$/;

/** Selects the pictures for models that accept images. */
@Injectable()
export class ContextPictures {
  constructor(
    private readonly bus: Bus,
    private readonly reader: ContextReader,
  ) {}

  /**
   * Pictures that the caller sent come first.
   *
   * @param wanted pictures that strategies found
   * @param entries of the context: pictures are limited to retrieved texts in it
   * @throws AppError `unavailable`
   */
  async of(
    request: AskRequest,
    of: StepContext,
    { wanted, entries }: { readonly wanted: readonly PictureWanted[]; readonly entries: readonly ContextEntry[] },
  ): Promise<readonly ContextImage[]> {
    const given = (request.extra_context_images ?? []).map(({ content_type: contentType, b64encoded: base64 }, at) => ({
      key: `USER_IMAGE_CONTEXT_${at}`,
      contentType,
      base64,
    }));
    const found = request.rag_images_strategies.length > 0 ? await this.found(request, of, entries) : [];
    const stored = await this.stored([...found, ...wanted].slice(0, CONTEXT_PICTURES_MAX - given.length), of);
    return [...given, ...stored];
  }

  private async found(
    { rag_images_strategies: strategies }: AskRequest,
    of: StepContext,
    entries: readonly ContextEntry[],
  ): Promise<readonly PictureWanted[]> {
    const rids = [...new Set(entries.flatMap(({ rid }) => rid ?? []))].slice(0, RESOURCES_MAX);
    const files: Record<string, Resource> = {};
    for await (const { resources } of this.reader.resources(rids, of, picturesProjection))
      Object.assign(files, resources);
    return strategies.flatMap((strategy) => picturesOf(of.found, files, strategy));
  }

  private async stored(wanted: readonly PictureWanted[], of: StepContext): Promise<readonly ContextImage[]> {
    const unique = [...new Map(wanted.map((one) => [one.uri, one])).values()];
    const found = await Promise.all(unique.map((one) => this.download(one, of)));
    return found.flatMap((image) => image ?? []);
  }

  /** Location of the bytes; undefined for pictures that are deleted, too large or not images. */
  private async download({ key, uri }: PictureWanted, of: StepContext): Promise<ContextImage | undefined> {
    try {
      const found = await this.located(uri, of);
      if (!found?.contentType.startsWith('image/') || found.sizeBytes > PICTURE_BYTES_MAX) return undefined;
      return { key, contentType: found.contentType, blobKey: found.key };
    } catch (error) {
      if (of.signal.aborted) throw error;
      return undefined;
    }
  }

  /** The asker's download; undefined for other boxes and for paths that are not downloads. */
  private async located(
    uri: string,
    { scope, principal, signal, requestId }: StepContext,
  ): Promise<Download | undefined> {
    const options = { principal, signal, requestId };
    const query = { inline: true };
    const [, kbid = '', rid = '', field = '', path] = fileDownload.exec(uri)?.map(decodeURIComponent) ?? [];
    if (kbid !== '' && kbid !== scope.kbid) return undefined;
    if (kbid !== '' && path !== undefined) {
      const params = { kbid, rid, field_type: 'file' as const, field_id: field, path };
      return this.bus.request(downloadExtracted, { params, query }, options);
    }
    if (kbid !== '')
      return this.bus.request(downloadFileField, { params: { kbid, rid, field_id: field }, query }, options);
    const attachment = attachmentDownload.exec(uri)?.map(decodeURIComponent);
    if (!attachment || attachment[1] !== scope.kbid) return undefined;
    const [, box = '', resource = '', conversation = '', ident = '', number = ''] = attachment;
    const params = { kbid: box, rid: resource, field_id: conversation, message_ident: ident, file_num: Number(number) };
    return this.bus.request(downloadAttachment, { params, query }, options);
  }
}

/** Pictures of the results, deduplicated, best first. */
export function picturesOf(
  found: readonly StoredParagraph[],
  files: Readonly<Record<string, Resource>>,
  strategy: RagImageStrategy,
): readonly PictureWanted[] {
  const pictures = new Map<string, PictureWanted>();
  for (const paragraph of found) {
    const { source, page, tablePage } = paragraphPictures(paragraph, files);
    const pageKey = `${fieldIdOf(paragraph.id)}/${paragraph.page}`;
    if (strategy.name === 'page_image' && page) pictures.set(pageKey, { key: pageKey, uri: page });
    if (strategy.name === 'tables' && tablePage) pictures.set(paragraph.id, { key: paragraph.id, uri: tablePage });
    if (strategy.name === 'paragraph_image' && source && !paragraph.isTable)
      pictures.set(paragraph.id, { key: paragraph.id, uri: source });
  }
  const countMax = strategy.name === 'page_image' ? (strategy.count ?? PICTURES_DEFAULT) : CONTEXT_PICTURES_MAX;
  return [...pictures.values()].slice(0, countMax);
}
