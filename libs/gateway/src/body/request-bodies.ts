import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { BlobStore } from '@lectern/blob-store';
import {
  ANONYMOUS_BODY_NODES_MAX,
  BODY_DEPTH_MAX,
  BODY_NODES_MAX,
  FORM_TOKEN,
  type Principal,
} from '@lectern/contracts/core';
import type { BodyPart } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { Edge } from '../edge/edge';
import type { RoutedOperation } from '../operation/routed-operation';
import { checkFormToken } from '../page/form-token';
import { type FileForm, readFileForm } from './file-form';
import { requireForm } from './form-body';
import { readJson } from './json-body';
import { type BodyLimits, readBytes } from './read-bytes';
import { removedWhenRefused, store, type StoredUpload, type UploadTarget, withUpload } from './upload';
import { withParts } from './upload-in-parts';

/** Who sends a body, and until when. */
export interface Sender {
  readonly principal: Principal;
  /** Ends the reading when it aborts with an AppError, which is thrown. */
  readonly signal: AbortSignal;
}

interface JsonBounds {
  readonly nodesMax?: number;
  readonly signal?: AbortSignal;
  readonly sizeBytesMax?: number;
}

/** Reads the bodies of requests within the limits of this deployment. */
@Injectable()
export class RequestBodies {
  constructor(
    private readonly edge: Edge,
    private readonly blobs: BlobStore,
  ) {}

  /**
   * The body of an operation that takes values.
   *
   * @returns undefined where there is none
   * @throws AppError as `readJson`, and `forbidden` for a form that no page of this origin sent
   */
  async read(
    { declared, bodyMayBeLeftOut }: RoutedOperation,
    request: IncomingMessage,
    { principal, signal }: Sender,
  ): Promise<unknown> {
    if (!declared.body || request.method === 'GET' || request.method === 'HEAD') return undefined;
    const { bodyKind, decodeBody, bodyNodesMax = BODY_NODES_MAX, bodyOfJson, bodySizeBytesMax } = declared.http;
    if (bodyKind === 'form') return this.edge.names.readJson(await this.form(declared, request, signal));
    const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
    if (decodeBody && !isJson) return decodeBody(await readBytes(request, this.limits(signal)));
    const nodesMax = principal.kind === 'none' ? Math.min(bodyNodesMax, ANONYMOUS_BODY_NODES_MAX) : bodyNodesMax;
    const body = await this.json(request, { nodesMax, signal, sizeBytesMax: bodySizeBytesMax });
    if (body === undefined && bodyMayBeLeftOut) return {};
    return bodyOfJson ? bodyOfJson(body) : body;
  }

  /**
   * A body as JSON, with the names of members as they are written inside.
   *
   * @returns undefined for an empty body
   * @throws AppError as `readJson`
   */
  async json(
    request: IncomingMessage,
    { nodesMax = BODY_NODES_MAX, signal, sizeBytesMax = Infinity }: JsonBounds = {},
  ): Promise<unknown> {
    const structure = { nodesMax, depthMax: BODY_DEPTH_MAX };
    const limits = this.limits(signal);
    const size = { sizeBytesMax: Math.min(sizeBytesMax, limits.sizeBytesMax) };
    return this.edge.names.readJson(await readJson(request, { ...limits, ...size, structure }));
  }

  /** Stores a body as one blob. @throws AppError as `withUpload` */
  upload<T>(request: IncomingMessage, sender: Sender, use: (upload: StoredUpload) => Promise<T>): Promise<T> {
    return withUpload(request, this.target(sender), use);
  }

  /** Stores a body part by part. @throws AppError as `withParts` */
  parts<T>(request: IncomingMessage, sender: Sender, use: (part: BodyPart) => Promise<T>): Promise<T> {
    return withParts(request, this.target(sender), use);
  }

  /** A form with a file, whose texts have their names as they are written inside. @throws AppError as `readFileForm` */
  async fileForm({ declared }: RoutedOperation, request: IncomingMessage, signal: AbortSignal): Promise<FileForm> {
    const sizeBytesMax = Math.min(declared.http.bodySizeBytesMax ?? 0, this.edge.uploadSizeBytesMax);
    const { file, fields } = await readFileForm(request, { ...this.limits(signal), sizeBytesMax });
    return { file, fields: Object(this.edge.names.readJson(fields)) };
  }

  /** Stores bytes that were received, for as long as `use` may need them. @throws AppError as `withUpload` */
  async stored<T>(bytes: Buffer, sender: Sender, use: (upload: StoredUpload) => Promise<T>): Promise<T> {
    const target = this.target(sender);
    return removedWhenRefused(target.blobs, await store(target, Readable.from([bytes])), use);
  }

  private async form(
    { http }: RoutedOperation['declared'],
    request: IncomingMessage,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { [FORM_TOKEN]: token, ...fields } = await requireForm(request, this.limits(signal));
    if (!http.takesForeignForms) checkFormToken(request, token, this.edge.console);
    return fields;
  }

  private limits(signal: AbortSignal | undefined): BodyLimits {
    const { JSON_BODY_SIZE_BYTES_MAX: sizeBytesMax, BODY_TIMEOUT_S } = this.edge.config;
    return { sizeBytesMax, timeoutMs: BODY_TIMEOUT_S * 1_000, signal };
  }

  private target({ principal: { kb, account = 'none' }, signal }: Sender): UploadTarget {
    const folder = kb === undefined ? `account/${account}` : `kb/${kb}`;
    const windowMs = this.edge.config.BODY_TIMEOUT_S * 1_000;
    return { blobs: this.blobs, folder, sizeBytesMax: this.edge.uploadSizeBytesMax, windowMs, signal };
  }
}
