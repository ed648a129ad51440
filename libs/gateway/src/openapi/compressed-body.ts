import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface Encoded {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  /** Weak, since it names both encodings. */
  readonly etag: string;
}

/** A large body that never changes: compressed once, and not sent again to clients that have it. */
export class CompressedBody {
  private encoded: Promise<Encoded> | undefined;

  constructor(
    private readonly headers: { readonly 'content-type': string; readonly 'cache-control': string },
    /** Called once, when the body is first requested. */
    private readonly read: () => Promise<Buffer> | Buffer,
  ) {}

  async send({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    this.encoded ??= encodedOf(this.read);
    const { plain, gzipped, etag } = await this.encoded;
    reply.headers({ ...this.headers, etag, vary: 'Accept-Encoding' });
    if (headers['if-none-match'] === etag) return reply.code(304).send();
    if (!acceptsGzip(headers['accept-encoding'])) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(gzipped);
  }
}

async function encodedOf(read: () => Promise<Buffer> | Buffer): Promise<Encoded> {
  const plain = await read();
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { plain, gzipped: await promisify(gzip)(plain), etag: `W/"${hash}"` };
}

/** `gzip;q=0` refuses it. */
function acceptsGzip(accepted: string | string[] = ''): boolean {
  return String(accepted)
    .split(',')
    .some((one) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+)?\s*$/i.test(one));
}
