import { configSlice, optionalText, text } from '@lectern/config';

export const tracingSlice = configSlice('tracing', {
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText({
    doc: 'where spans are sent: base address of an OpenTelemetry collector that takes OTLP over HTTP, such as http://collector:4318; no spans when absent',
    pattern: /^https?:\/\/\S+$/,
  }),
  OTEL_EXPORTER_OTLP_HEADERS: optionalText({
    doc: 'headers of requests to the collector, as name=value, separated by commas',
    pattern: /^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/,
    secret: true,
  }),
  OTEL_SERVICE_NAME: text({ doc: 'name of this process in spans', fallback: 'lectern' }),
});
