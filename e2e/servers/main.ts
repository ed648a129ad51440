import { EmbeddedPostgres } from '@lectern/database';
import { findNatsServer, lookForImages, NatsServer } from '@lectern/testing';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineServers } from '../harness/engines';
import { temporaryFolder } from '../harness/standalone';

/** Starts every server that services can use, prints the settings that name them, and keeps them until Ctrl-C. */
async function main(): Promise<void> {
  const stopped = new Promise((resolve) =>
    ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => process.once(signal, resolve)),
  );
  const note = await lookForImages();
  if (note) process.stderr.write(`${note}\n`);
  const missing = EngineServers.missing();
  if (missing) throw new Error(missing);
  const folder = await temporaryFolder();
  const [nats, postgres, engines] = await Promise.all([
    NatsServer.start(findNatsServer()),
    EmbeddedPostgres.start({ folder: join(folder, 'postgres') }),
    EngineServers.start(),
  ]);
  const settings = { NATS_URL: nats.url, DATABASE_URL: postgres.url, ...engines.env };
  for (const [name, value] of Object.entries(settings)) process.stdout.write(`export ${name}='${value}'\n`);
  process.stderr.write('Servers run until Ctrl-C; what they hold is lost then.\n');
  await stopped;
  await Promise.all([nats.stop(), postgres.stop(), engines.stop()]);
  await rm(folder, { recursive: true, force: true });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
