import { busSlice, connectBus } from '@lectern/bus';
import { ConfigError, dataDir, ensureFolder, type FolderLock, lockFolder, readConfig } from '@lectern/config';
import { Logger as NestLogger } from '@nestjs/common';
import type { Logger } from 'pino';
import { Application, type ModuleClass } from './application';
import { diskSlice } from './disk/disk.config';
import { DiskRoom } from './disk/disk-room';
import { createLog, NestLog } from './log';
import { mapStacks } from './mapped-stacks';
import { Metrics } from './metrics';
import { noteOwnEnd, noteUnhandledError } from './process-ends';
import { collectWhenQuiet } from './quiet-collection';
import { type RuntimeConfig, runtimeSlice } from './runtime.config';
import { stopOnSignals } from './shutdown';
import { startFailure, type StartEnvironment } from './start-failure';

export interface RunOptions {
  /** Defaults of variables. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Readiness checks of which at least one must pass, for a process that can do nothing when all fail. */
  readonly needsOneOf?: readonly string[];
}

/** `EX_CONFIG` of sysexits.h: invalid configuration. */
const EXIT_CODE_OF_CONFIG = 78;

/**
 * Runs modules as one process until it is stopped. With `NATS_URL`, calls between services go over NATS; without it,
 * all services run in this process, which then locks its data folder.
 *
 * Ends the process: 0 after SIGTERM or SIGINT, 78 when the configuration is invalid, 1 when it cannot start or after an
 * unhandled error.
 */
export async function run(modules: readonly ModuleClass[], options: RunOptions = {}): Promise<void> {
  mapStacks();
  const { defaults = {}, needsOneOf } = options;
  for (const [name, value] of Object.entries(defaults)) process.env[name] ||= value;
  try {
    const config = readConfig(runtimeSlice);
    const log = createLog(config);
    endOnUnhandled(log);
    // Deferred until signal handlers are installed: even the first step of a start has lasting effects.
    const starting = Promise.resolve().then(() => start(modules, { config, log, needsOneOf }));
    stopOnSignals(starting, log, config.SHUTDOWN_TIMEOUT_MS);
    const application = await starting;
    log.info(greeting(application, modules));
    collectWhenQuiet();
  } catch (error) {
    endBecause(error);
  }
}

interface Start extends Pick<RunOptions, 'needsOneOf'> {
  readonly config: RuntimeConfig;
  readonly log: Logger;
}

async function start(modules: readonly ModuleClass[], { config, log, needsOneOf }: Start): Promise<Application> {
  const logger = new NestLog(log);
  NestLogger.overrideLogger(logger);
  const busConfig = readConfig(busSlice);
  if (!busConfig.NATS_URL) ownDataFolder();
  noteOwnEnd(dataDir());
  const metrics = new Metrics();
  const disk = watchDisk({ metrics, ownsDataFolder: !busConfig.NATS_URL });
  const bus = await connectBus(busConfig, { observe: metrics.observeCall });
  const { HTTP_HOST: host, HTTP_PORT: port, HEALTH_HOST, HEALTH_PORT, SHUTDOWN_TIMEOUT_MS: shutdownTimeoutMs } = config;
  const health = HEALTH_PORT === 0 ? undefined : { host: HEALTH_HOST, port: HEALTH_PORT };
  return Application.start(modules, { bus, metrics, logger, host, port, health, needsOneOf, shutdownTimeoutMs, disk });
}

function watchDisk({
  metrics,
  ownsDataFolder,
}: {
  readonly metrics: Metrics;
  readonly ownsDataFolder: boolean;
}): DiskRoom {
  const reserveBytes = readConfig(diskSlice).DISK_RESERVE_MB * 1024 ** 2;
  const disk = new DiskRoom({ reserveBytes, metrics, ...(ownsDataFolder && { spareFolder: dataDir() }) });
  disk.watch('data', dataDir());
  return disk;
}

/** Kept here because a lock is released when it is garbage-collected. */
let dataFolderLock: FolderLock | undefined;

function ownDataFolder(): void {
  dataFolderLock ??= lockFolder(ensureFolder(dataDir()));
}

function greeting({ origin, healthOrigin }: Application, modules: readonly ModuleClass[]): string {
  if (origin) return `Lectern listens on ${origin}`;
  const names = modules.map(({ name }) => name).join(', ');
  return `Lectern runs ${names}${healthOrigin ? `, health on ${healthOrigin}` : ''}`;
}

function endOnUnhandled(log: Logger): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'An error that nobody handled ends the process');
    noteUnhandledError();
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

function endBecause(error: unknown): never {
  // The stack precedes the message, because the last line says what to do.
  if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  const message = error instanceof ConfigError ? error.message : startFailure(error, startEnvironment());
  process.stderr.write(`${message}\n`);
  process.exit(error instanceof ConfigError ? EXIT_CODE_OF_CONFIG : 1);
}

/** Called only when the settings are valid: a `ConfigError` has its own message. */
function startEnvironment(): StartEnvironment {
  return { dataDir: dataDir(), healthPort: readConfig(runtimeSlice).HEALTH_PORT };
}
