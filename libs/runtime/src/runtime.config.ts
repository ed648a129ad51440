import { choice, type ConfigOf, configSlice, integer, text } from '@lectern/config';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

export const runtimeSlice = configSlice('runtime', {
  LOG_LEVEL: choice(logLevels, { doc: 'lowest level that is logged', fallback: 'info' }),
  LOG_FORMAT: choice(['auto', 'json', 'pretty'], { doc: 'auto is pretty on a terminal, else json', fallback: 'auto' }),
  HTTP_HOST: text({ doc: 'address the gateway listens on', fallback: '127.0.0.1' }),
  HTTP_PORT: integer({ doc: 'port the gateway listens on; 0 takes a free one', min: 0, max: 65_535, fallback: 8080 }),
  HEALTH_HOST: text({ doc: 'address for health and metrics', fallback: '127.0.0.1' }),
  HEALTH_PORT: integer({
    doc: 'port for /health/alive, /health/ready and /metrics; 0: no separate port, and the gateway serves them on HTTP_PORT',
    min: 0,
    max: 65_535,
    fallback: 0,
  }),
  SHUTDOWN_TIMEOUT_MS: integer({
    doc: 'longest time from SIGTERM to the end of the process; all but 5 s of it, and at least half, is for open work',
    min: 100,
    max: 600_000,
    fallback: 9_000,
  }),
});

export type RuntimeConfig = ConfigOf<typeof runtimeSlice>;
