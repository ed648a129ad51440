import type { Logger } from '@nestjs/common';
import type { Logger as TypeOrmLogger } from 'typeorm';

/** Logs slow statements without their parameters, which may contain user data. Callers report errors. */
export class QueryLogger implements TypeOrmLogger {
  static readonly slowMs = 1_000;

  constructor(private readonly logger: Logger) {}

  logQuerySlow(timeMs: number, query: string): void {
    this.logger.warn(`${Math.round(timeMs)} ms: ${query}`);
  }

  logMigration(message: string): void {
    this.logger.log(message);
  }

  log(level: 'log' | 'info' | 'warn', message: unknown): void {
    if (level === 'warn') this.logger.warn(message);
  }

  logQuery(): void {}
  logQueryError(): void {}
  logSchemaBuild(): void {}
}
