import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Edge } from '../edge/edge';
import type { HttpOperation } from '../operation/http-operation';
import type { HttpSocket } from '../operation/http-socket';
import { productVersion } from '../product/product-version';
import { CompressedBody } from './compressed-body';
import { openApiDocument } from './document';

/** Files of Swagger UI that its page needs, with their types. */
const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;
const FOR_A_DAY = 'public, max-age=86400';
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
    const described = { title: names.homeTitle, version: productVersion(), names, sockets };
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
    const document = new CompressedBody(headers, () =>
      Buffer.from(JSON.stringify(openApiDocument(operations, described))),
    );
    scope.get('/api/v1/openapi.json', hidden, (request, reply) => document.send(request, reply));
    scope.get('/api/v1/docs', hidden, (_, reply) =>
      reply
        .header('content-security-policy', POLICY)
        .type('text/html; charset=utf-8')
        .send(page(escaped(names.homeTitle))),
    );
    scope.get('/api/v1/redoc', hidden, (_, reply) => reply.redirect('docs'));
    scope.get('/api/v1/docs/start.js', hidden, (_, reply) => reply.type('text/javascript; charset=utf-8').send(START));
    const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
    for (const [name, type] of Object.entries(ASSETS)) {
      const ofDay = { 'content-type': type, 'cache-control': FOR_A_DAY };
      const asset = new CompressedBody(ofDay, () => readFile(join(folder, name)));
      scope.get(`/api/v1/docs/${name}`, hidden, (request, reply) => asset.send(request, reply));
    }
  }
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
