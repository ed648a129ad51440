import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { EndedSpan } from './ended-span';
import { Tracing } from './tracing';

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status: { readonly code?: number };
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: object }[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const names = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_SERVICE_NAME'];
const began = new Date('2026-05-04T10:00:00Z');
const part: EndedSpan = {
  name: 'chat m',
  kind: 'client',
  began: new Date(began.getTime() + 500),
  seconds: 0.25,
  attributes: { 'gen_ai.usage.input_tokens': 12 },
  errorCode: 'provider_failed',
  parts: [],
};
const whole: EndedSpan = { name: 'invoke_agent a', kind: 'server', began, seconds: 1, attributes: {}, parts: [part] };

describe('tracing', () => {
  let collector: Server;
  const received: { readonly path?: string; readonly headers: IncomingHttpHeaders; readonly body: Sent }[] = [];

  beforeAll(async () => {
    collector = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({ path: request.url, headers: request.headers, body: JSON.parse(body) });
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    collector.closeAllConnections();
    collector.close();
  });
  afterEach(() => {
    for (const name of names) delete process.env[name];
    received.length = 0;
  });

  const endpoint = () => `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

  it('is off until a collector is set', async () => {
    const tracing = new Tracing();
    expect(tracing.isOn).toBe(false);
    tracing.record(whole);
    await tracing.onApplicationShutdown();
    expect(received).toEqual([]);
  });

  it('sends a span and its parts as one trace, with their times, when the process stops at the latest', async () => {
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `${endpoint()}/`;
    process.env['OTEL_EXPORTER_OTLP_HEADERS'] = 'authorization=Bearer%20secret,x-team=a';
    process.env['OTEL_SERVICE_NAME'] = 'agents';
    const tracing = new Tracing();
    tracing.record(whole);
    await tracing.onApplicationShutdown();
    const [sent] = received;
    expect(sent).toMatchObject({
      path: '/v1/traces',
      headers: { authorization: 'Bearer secret', 'x-team': 'a', 'content-type': 'application/json' },
    });
    const [resource] = sent?.body.resourceSpans ?? [];
    expect(resource?.resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'agents' } });
    const spans = resource?.scopeSpans.flatMap((scope) => scope.spans) ?? [];
    const [outer, inner] = ['invoke_agent a', 'chat m'].map((name) => spans.find((span) => span.name === name));
    expect(inner).toMatchObject({ traceId: outer?.traceId, parentSpanId: outer?.spanId, kind: 3, status: { code: 2 } });
    expect(inner?.attributes).toEqual([
      { key: 'gen_ai.usage.input_tokens', value: { intValue: 12 } },
      { key: 'error.type', value: { stringValue: 'provider_failed' } },
    ]);
    expect(outer?.parentSpanId).toBeUndefined();
    const ms = (nanos: string | undefined) => Number(BigInt(nanos ?? 0) / 1_000_000n) - began.getTime();
    expect([ms(outer?.startTimeUnixNano), ms(outer?.endTimeUnixNano)]).toEqual([0, 1_000]);
    expect([ms(inner?.startTimeUnixNano), ms(inner?.endTimeUnixNano)]).toEqual([500, 750]);
  });

  it('continues the trace of a request, unless that is not recorded or not valid', async () => {
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = endpoint();
    const tracing = new Tracing();
    const trace = '0af7651916cd43dd8448eb211c80319c';
    tracing.record({ ...whole, name: 'recorded' }, `00-${trace}-b7ad6b7169203331-01`);
    tracing.record({ ...whole, name: 'not recorded' }, `00-${trace}-b7ad6b7169203331-00`);
    tracing.record({ ...whole, name: 'of its own' }, `00-${trace}-wrong-01`);
    await tracing.onApplicationShutdown();
    const spans = received.flatMap(({ body }) => body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans));
    const sent = (name: string) => spans.flatMap((scope) => scope.spans).find((span) => span.name === name);
    expect(sent('recorded')).toMatchObject({ traceId: trace, parentSpanId: 'b7ad6b7169203331' });
    expect(sent('not recorded')).toBeUndefined();
    expect(sent('of its own')?.traceId).not.toBe(trace);
    expect(sent('of its own')?.parentSpanId).toBeUndefined();
  });

  it('loses spans when no collector answers, and nothing else', async () => {
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = 'http://127.0.0.1:1';
    const tracing = new Tracing();
    tracing.record(whole);
    await tracing.onApplicationShutdown();
    expect(tracing.isOn).toBe(true);
  });
});
