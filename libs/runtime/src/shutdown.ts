import type { Logger } from 'pino';
import type { Application } from './application';

/** Closes the application on SIGTERM or SIGINT, even during its start, and always ends the process with 0. */
export function stopOnSignals(starting: Promise<Application>, log: Logger, timeoutMs: number): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    log.info(`Stopping after ${signal}`);
    setTimeout(() => {
      log.warn(`Not everything stopped within ${timeoutMs} ms; ending anyway`);
      process.exit(0);
    }, timeoutMs).unref();
    void close(starting, log).finally(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function close(starting: Promise<Application>, log: Logger): Promise<void> {
  try {
    await (await starting).close();
    log.info('Stopped');
  } catch (error) {
    log.error({ err: error }, 'Stopping failed');
  }
}
