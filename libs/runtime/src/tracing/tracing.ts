import { readConfig } from '@lectern/config';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndedSpan } from './ended-span';
import type { SpanExporter } from './span-exporter';
import { traceParentOf } from './trace-parent';
import { tracingSlice } from './tracing.config';

/** How long a stopping process tries to send spans. */
const LAST_SEND_MS_MAX = 3_000;

/**
 * Sends spans to an OpenTelemetry collector, in the background. Without `OTEL_EXPORTER_OTLP_ENDPOINT` it does nothing,
 * and loads nothing.
 */
@Injectable()
export class Tracing implements OnApplicationShutdown {
  private readonly exporter = openedExporter();

  get isOn(): boolean {
    return this.exporter !== undefined;
  }

  /**
   * Returns at once, and never fails.
   *
   * @param traceparent of the request (W3C), whose trace continues; without a valid one, a trace of its own
   */
  record(span: EndedSpan, traceparent?: string): void {
    this.exporter?.continue(span, traceParentOf(traceparent));
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.exporter) return;
    const closed = this.exporter.close().catch((error: unknown) => {
      new Logger('Tracing').warn(`The last spans were not sent: ${String(error)}`);
    });
    await Promise.race([closed, sleep(LAST_SEND_MS_MAX, undefined, { ref: false })]);
  }
}

function openedExporter(): SpanExporter | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME } = readConfig(tracingSlice);
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  const exporting: typeof import('./span-exporter') = require('./span-exporter');
  return new exporting.SpanExporter({
    endpoint: OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
    headers: collectorHeaders(OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    serviceName: OTEL_SERVICE_NAME,
  });
}

/** @param text `name=value,name=value`, values percent-encoded where they need it */
function collectorHeaders(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim(), percentDecoded(value.join('=').trim())];
    }),
  );
}

function percentDecoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
