import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../request/route-path';

/** Placeholder of the nonce in the page. */
const PLACEHOLDER = '__CSP_NONCE__';
const NONCE_BYTES = 16;
const ASSETS = '/assets/';
/** Below these a path is answered by what serves it, or by nothing. */
const RESERVED = ['/api', '/assets', '/console', '/health', '/metrics'];

/** Content security policy of pages and their workers. */
function policy(nonce?: string): string {
  const rules = [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' blob: data:",
    "worker-src 'self' blob:",
    'frame-src blob:',
    'media-src blob:',
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return rules.join('; ');
}

const SAFE = {
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'x-frame-options': 'DENY',
};

/** The built web console: one page for all its addresses, and what that loads. */
export class ConsolePage {
  private constructor(
    private readonly folder: string,
    private readonly text: string,
  ) {}

  /** Undefined where no console was built. */
  static in(folder: string): ConsolePage | undefined {
    const file = join(folder, 'index.html');
    return existsSync(file) ? new ConsolePage(folder, readFileSync(file, 'utf8')) : undefined;
  }

  /** Names of assets contain the hash of their content, so browsers keep them. */
  addAssets(scope: FastifyInstance): void {
    void scope.register(fastifyStatic, {
      root: join(this.folder, 'assets'),
      prefix: ASSETS,
      index: false,
      decorateReply: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      setHeaders: (reply) => void reply.headers({ ...SAFE, 'content-security-policy': policy() }),
    });
  }

  /** Whether a browser goes there that nothing else serves. */
  answers({ method, headers, url }: FastifyRequest): boolean {
    const path = pathOf(url);
    return (
      (method === 'GET' || method === 'HEAD') &&
      acceptsHtml(headers.accept) &&
      !RESERVED.some((one) => path === one || path.startsWith(`${one}/`))
    );
  }

  send(reply: FastifyReply): FastifyReply {
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .headers({ ...SAFE, 'content-security-policy': policy(nonce), 'cache-control': 'no-cache', vary: 'Accept' })
      .send(this.text.replaceAll(PLACEHOLDER, nonce));
  }
}

/** Only who names the type: programs that take anything get what they always got. */
function acceptsHtml(accept = ''): boolean {
  return accept.split(',').some((range) => /^\s*text\/html\s*(;(?!\s*q=0(\.0*)?\s*(;|$)).*)?$/i.test(range));
}
