// Ends with 0 when the process beside it is ready: what HEALTHCHECK asks.
const { HEALTH_PORT, HTTP_PORT = '8080' } = process.env;
const port = HEALTH_PORT && HEALTH_PORT !== '0' ? HEALTH_PORT : HTTP_PORT;
const timeoutMs = 2_500;

try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(timeoutMs) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
