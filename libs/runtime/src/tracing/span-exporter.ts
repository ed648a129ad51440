import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { EndedSpan } from './ended-span';
import type { TraceParent } from './trace-parent';

/** Spans that wait to be sent; more are dropped. */
const WAITING_MAX = 10_000;
const BATCH_MAX = 500;
const SEND_EVERY_MS = 1_000;
/** Below the least time that a process has to end. */
const SEND_MS_MAX = 3_000;

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, server: SpanKind.SERVER } as const;

/** A collector, and how this process is called there. */
export interface Collector {
  /** Base address, without a slash at its end. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
}

/** Sends spans as OTLP over HTTP, many at a time. Spans that cannot be sent are dropped. */
export class SpanExporter {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  constructor({ endpoint, headers, serviceName }: Collector) {
    const exporter = new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      headers: { ...headers },
      timeoutMillis: SEND_MS_MAX,
      concurrencyLimit: 2,
    });
    const processor = new BatchSpanProcessor({
      exporter,
      maxQueueSize: WAITING_MAX,
      maxExportBatchSize: BATCH_MAX,
      scheduledDelayMillis: SEND_EVERY_MS,
      exportTimeoutMillis: SEND_MS_MAX,
    });
    const resource = resourceFromAttributes({ 'service.name': serviceName });
    this.provider = new TracerProvider({ resource, spanProcessors: [processor] });
    this.tracer = this.provider.getTracer('lectern');
  }

  /** In the trace of the parent, or of its own. Nothing is sent where the parent is not recorded. Returns at once. */
  continue(span: EndedSpan, parent: TraceParent | undefined): void {
    this.record(span, parent && trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }));
  }

  private record({ name, kind, began, seconds, attributes, errorCode, parts }: EndedSpan, parent = ROOT_CONTEXT): void {
    const failed = errorCode === undefined ? {} : { 'error.type': errorCode };
    const startTime = began.getTime();
    const options = { kind: kinds[kind], startTime, attributes: { ...attributes, ...failed } };
    const span = this.tracer.startSpan(name, options, parent);
    if (errorCode !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    for (const part of parts) this.record(part, trace.setSpan(parent, span));
    span.end(startTime + seconds * 1_000);
  }

  /** Sends what waits. */
  async close(): Promise<void> {
    await this.provider.shutdown();
  }
}
