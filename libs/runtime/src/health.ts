import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Metrics } from './metrics';
import { Readiness } from './readiness';

export interface HealthAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export type HealthPath = '/health/alive' | '/health/ready' | '/metrics';

/** Liveness, readiness and metrics of a process. */
@Injectable()
export class Health {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  async answer(path: HealthPath): Promise<HealthAnswer> {
    if (path === '/metrics') return { status: 200, ...(await this.metrics.text()) };
    if (path === '/health/alive') return json(200, { status: 'ok' });
    const report = await this.readiness.report();
    return json(report.status === 'not ready' ? 503 : 200, report);
  }

  /** A separate listener, for processes without HTTP or with a separate health port. */
  async listen(host: string, port: number): Promise<Server> {
    const server = createServer((request, response) => {
      const path = healthPathOf(request.url);
      const answer = path ? this.answer(path) : Promise.resolve(json(404, { detail: 'Not Found' }));
      answer.then(
        ({ status, contentType, body }) => response.writeHead(status, { 'content-type': contentType }).end(body),
        () => response.writeHead(500).end(),
      );
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
    return server;
  }
}

/** `http://127.0.0.1:8080` of a listening server. */
export function originOf(server: { address(): AddressInfo | string | null }): string {
  const address = server.address();
  if (address === null || typeof address === 'string') return String(address);
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

function healthPathOf(url = ''): HealthPath | undefined {
  const [path] = url.split('?');
  return path === '/health/alive' || path === '/health/ready' || path === '/metrics' ? path : undefined;
}

function json(status: number, value: unknown): HealthAnswer {
  return { status, contentType: 'application/json', body: JSON.stringify(value) };
}
