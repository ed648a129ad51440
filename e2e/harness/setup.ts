import { OpenSearchServer } from '@lectern/testing';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromiumMissing } from './chromium';
import { makeDatabaseTemplate } from './database-template';
import type { Deployment } from './deployment';
import { Distributed } from './distributed';
import { EngineServers } from './engines';
import { DEPLOYMENTS_VARIABLE, type Mode, modes, SILENT_SITE_VARIABLE } from './modes';
import { beginRecording, endRecording } from './recorded-calls';
import { SilentSite } from './silent-site';
import { smallModel } from './small-model';
import { Standalone, temporaryFolder } from './standalone';

const started = new Map<Mode, Deployment>();
let silent: SilentSite | undefined;
let template: string | undefined;

/** Starts what all e2e specs of a run share. */
export async function startDeployments(): Promise<void> {
  try {
    await start();
  } catch (error) {
    await stopDeployments();
    throw error;
  }
}

async function start(): Promise<void> {
  beginRecording();
  silent = await SilentSite.start();
  process.env[SILENT_SITE_VARIABLE] = silent.host;
  const wanted = (process.env['E2E_MODES'] ?? modes.join()).split(',');
  const notRun: string[] = [];
  const tryMode = async (mode: Mode, missing: string | undefined, begin: () => Promise<Deployment>) => {
    if (!wanted.includes(mode)) notRun.push(`e2e, ${mode}: E2E_MODES leaves it out`);
    else if (missing === undefined) started.set(mode, await begin());
    else notRun.push(`e2e, ${mode}: ${missing}`);
  };
  const engines = await startModes(tryMode, { EGRESS_ALLOW: silent.host });
  const noChromium = chromiumMissing();
  if (noChromium !== undefined && wanted.includes('standalone'))
    notRun.push(`e2e, pages of the console: ${noChromium}`);
  // The end of the run tells it.
  if (notRun.length > 0) process.env['LECTERN_NOT_RUN'] = notRun.join('\n');
  const noted = [...started].map(([mode, deployment]) => {
    const { origin, origins = [origin], token, folder } = deployment;
    return [mode, { origins, token, folder, ...(mode === 'distributed' && { engines: engines?.env }) }];
  });
  process.env[DEPLOYMENTS_VARIABLE] = JSON.stringify(Object.fromEntries(noted));
}

/** Side by side: the servers take long. @returns what the last mode uses instead of embedded engines */
async function startModes(
  tryMode: (mode: Mode, missing: string | undefined, begin: () => Promise<Deployment>) => Promise<void>,
  env: Readonly<Record<string, string>>,
): Promise<EngineServers | undefined> {
  template = await temporaryFolder();
  const database = makeDatabaseTemplate(join(template, 'postgres'));
  // The modes that use it fail with it, perhaps later.
  database.catch(() => undefined);
  const ofStandalone = { ...smallModel(), ...env };
  const nats = Distributed.missing();
  let engines: EngineServers | undefined;
  const begun = await Promise.allSettled([
    tryMode('standalone', undefined, () => database.then(() => Standalone.start({ env: ofStandalone }))),
    tryMode('distributed-embedded', nats, () => database.then(() => Distributed.start({ env }))),
    tryMode('distributed', nats ?? EngineServers.missing(), async () => {
      engines = await EngineServers.start((found) => OpenSearchServer.shared(found));
      await database;
      return Distributed.start({ env, engines, instances: 2 });
    }),
  ]);
  for (const one of begun) if (one.status === 'rejected') throw one.reason;
  return engines;
}

export async function stopDeployments(): Promise<void> {
  silent?.stop();
  await Promise.all([...started.values()].map((deployment) => deployment.stop()));
  if (template) await rm(template, { recursive: true, force: true });
  endRecording();
}
