import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Edge } from '../edge/edge';
import { sendJson } from '../reply/send-json';
import type { HttpOperation } from '../operation/http-operation';
import type { HttpSocket } from '../operation/http-socket';
import { productVersion } from '../product/product-version';
import { openApiDocument } from './document';

const ASSETS = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png']);
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'";

const START = `window.addEventListener('load', () => {
  window.ui = SwaggerUIBundle({ url: 'openapi.json', dom_id: '#ui', deepLinking: true, validatorUrl: null });
});
`;

function page(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} API</title>
<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</head>
<body><div id="ui"></div></body>
</html>
`;
}

/** What a gateway serves. */
export interface ServedInterface {
  readonly operations: readonly HttpOperation[];
  readonly sockets: readonly HttpSocket[];
}

/** The interface as a document and as a page; nothing is loaded from elsewhere. */
@Injectable()
export class DocsRoutes {
  constructor(private readonly edge: Edge) {}

  add(scope: FastifyInstance, { operations, sockets }: ServedInterface): void {
    const { names } = this.edge;
    const hidden = { exposeHeadRoute: false };
    let document: string | undefined;
    scope.get('/api/v1/openapi.json', hidden, (_, reply) => {
      document ??= JSON.stringify(
        openApiDocument(operations, { title: names.homeTitle, version: productVersion(), names, sockets }),
      );
      return sendJson(reply, document);
    });
    scope.get('/api/v1/docs', hidden, (_, reply) =>
      reply
        .header('content-security-policy', POLICY)
        .type('text/html; charset=utf-8')
        .send(page(escaped(names.homeTitle))),
    );
    scope.get('/api/v1/redoc', hidden, (_, reply) => reply.redirect('docs'));
    scope.get('/api/v1/docs/start.js', hidden, (_, reply) => reply.type('text/javascript; charset=utf-8').send(START));
    void scope.register(fastifyStatic, {
      root: dirname(require.resolve('swagger-ui-dist/package.json')),
      prefix: '/api/v1/docs/',
      index: false,
      decorateReply: false,
      maxAge: '1d',
      allowedPath: (path) => ASSETS.has(path),
    });
  }
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
