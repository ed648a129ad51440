import { callContext } from '@lectern/bus';
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, destination, type Logger as Pino, pino, stdTimeFunctions } from 'pino';
import { pretty } from './pretty';
import { redacted } from './redact';
import type { RuntimeConfig } from './runtime.config';

/** Contexts in which Nest logs how it wires modules: of no use to operators while all works. */
const frameworkContexts = new Set([
  'ExceptionHandler',
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'NestMicroservice',
  'RouterExplorer',
  'RoutesResolver',
  'Server',
]);

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** The process's log: one line per entry on standard output, with the id of the request that caused it. */
export function createLog(
  config: Pick<RuntimeConfig, 'LOG_LEVEL' | 'LOG_FORMAT'>,
  out: DestinationStream = destination({ dest: 1, sync: true }),
): Pino {
  const asText = config.LOG_FORMAT === 'pretty' || (config.LOG_FORMAT === 'auto' && process.stdout.isTTY === true);
  const format = asText ? (line: string) => pretty(redacted(line)) : redacted;
  return pino(
    {
      level: config.LOG_LEVEL,
      base: undefined,
      timestamp: asText ? stdTimeFunctions.epochTime : stdTimeFunctions.isoTime,
      ...(asText ? {} : { formatters: { level: (label) => ({ level: label }) } }),
      mixin: () => ({ ...callContext.getStore() }),
    },
    { write: (line) => out.write(format(line)) },
  );
}

/** Sends entries of Nest's `Logger`, from Nest and the services, to the process's log. */
export class NestLog implements LoggerService {
  constructor(private readonly pino: Pino) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest appends the context, preceded by the stack if the message is not an error. */
  private write(level: Level, message: unknown, rest: readonly unknown[]): void {
    const context = typeof rest.at(-1) === 'string' ? rest.at(-1) : undefined;
    const stack = rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined;
    const quiet = typeof context === 'string' && frameworkContexts.has(context) && level !== 'warn';
    const at = quiet ? 'debug' : level;
    if (message instanceof Error) this.pino[at]({ context, err: message }, message.message);
    else if (typeof message === 'object' && message !== null) this.writeObject(at, message, context);
    else this.pino[at]({ context, ...(stack && { err: { stack } }) }, String(message));
  }

  private writeObject(level: Level, entry: object, context: unknown): void {
    const { message, ...members } = { message: undefined, ...entry };
    this.pino[level]({ context, ...members }, message === undefined ? undefined : String(message));
  }
}
