import { Logger } from '@nestjs/common';
import { Logger as GraphileLogger } from 'graphile-worker';

/** Warnings and errors only; a failed attempt is told by the runner, in one line. */
export function graphileLogger(name: string): GraphileLogger {
  const logger = new Logger(`Tasks ${name}`);
  return new GraphileLogger(() => (level, message, meta) => {
    if (meta?.['failure']) return;
    if (level === 'error') logger.error(message);
    if (level === 'warning') logger.warn(message);
  });
}
