import { buffer } from 'node:stream/consumers';
import { AppError } from '@lectern/contracts/core';
import type { CompletionMessage, CompletionPart, CompletionRequest } from '@lectern/contracts/understanding';
import { Egress } from '@lectern/egress';
import { Injectable } from '@nestjs/common';
import { imageType } from './image-type';

const IMAGES_MAX = 8;
const IMAGE_BYTES_MAX = 3_000_000;
const IMAGE_TIMEOUT_MS = 10_000;
const REDIRECTS_MAX = 3;

/** Fetches images that requests refer to, from the public internet only. */
@Injectable()
export class ImageFetching {
  constructor(private readonly egress: Egress) {}

  /** The same request with the images included. @throws AppError `invalid_request` for other content, `cancelled` */
  async withImages(request: CompletionRequest, signal: AbortSignal): Promise<CompletionRequest> {
    const urls = [...new Set(request.messages.flatMap(({ content }) => addressesIn(content)))];
    if (urls.length === 0) return request;
    if (urls.length > IMAGES_MAX)
      throw new AppError('invalid_request', `A request has at most ${IMAGES_MAX} images to fetch; send data URLs`);
    const fetched = await Promise.all(urls.map(async (url) => [url, await this.fetched(url, signal)] as const));
    const images = new Map(fetched);
    const messages = request.messages.map((message) => withData(message, images));
    return { ...request, messages };
  }

  private async fetched(url: string, signal: AbortSignal): Promise<string> {
    const limits = { timeoutMs: IMAGE_TIMEOUT_MS, sizeBytesMax: IMAGE_BYTES_MAX, redirectsMax: REDIRECTS_MAX };
    const { host } = new URL(url);
    let bytes: Buffer;
    try {
      const response = await this.egress.fetch(url, { ...limits, signal, failsFast: true });
      if (response.status !== 200) {
        response.discard();
        throw new AppError('invalid_request', `it answered ${response.status}`);
      }
      bytes = await buffer(response.body);
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      throw new AppError('invalid_request', `The image at ${host} cannot be fetched: ${error.message}`);
    }
    const type = imageType(bytes);
    if (!type) throw new AppError('invalid_request', `The content at ${host} is not a PNG, JPEG, GIF or WebP image`);
    return `data:${type};base64,${bytes.toString('base64')}`;
  }
}

function addressesIn(content: CompletionMessage['content']): string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => (isAddress(part) ? part.image_url.url : []));
}

function withData(message: CompletionMessage, images: ReadonlyMap<string, string>): CompletionMessage {
  const { content } = message;
  if (!Array.isArray(content)) return message;
  const parts = content.map((part) => {
    const url = isAddress(part) ? images.get(part.image_url.url) : undefined;
    return url === undefined ? part : { type: 'image_url' as const, image_url: { url } };
  });
  return { ...message, content: parts };
}

function isAddress(part: CompletionPart): part is Extract<CompletionPart, { type: 'image_url' }> {
  return part.type === 'image_url' && !part.image_url.url.startsWith('data:');
}
