import { chromiumMissing } from './chromium';
import type { Deployment } from './deployment';
import { Distributed } from './distributed';
import { EngineServers } from './engines';
import { DEPLOYMENTS_VARIABLE, type Mode, modes, SILENT_SITE_VARIABLE } from './modes';
import { beginRecording, endRecording } from './recorded-calls';
import { SilentSite } from './silent-site';
import { smallModel } from './small-model';
import { signInLinkOf, Standalone } from './standalone';

const started = new Map<Mode, Deployment>();
let silent: SilentSite | undefined;

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
  const env = { EGRESS_ALLOW: silent.host };
  const wanted = (process.env['E2E_MODES'] ?? modes.join()).split(',');
  const notRun: string[] = [];
  let engines: EngineServers | undefined;
  const tryMode = async (mode: Mode, missing: string | undefined, begin: () => Promise<Deployment>) => {
    if (!wanted.includes(mode)) notRun.push(`e2e, ${mode}: E2E_MODES leaves it out`);
    else if (missing === undefined) started.set(mode, await begin());
    else notRun.push(`e2e, ${mode}: ${missing}`);
  };
  const ofStandalone = { ...smallModel(), ...env, SIGN_IN_LINK: 'always' };
  await tryMode('standalone', undefined, () => Standalone.start({ env: ofStandalone }));
  const nats = Distributed.missing();
  await tryMode('distributed-embedded', nats, () => Distributed.start({ env }));
  await tryMode('distributed', nats ?? EngineServers.missing(), async () => {
    engines = await EngineServers.start();
    return Distributed.start({ env, engines, instances: 2 });
  });
  const noChromium = chromiumMissing();
  if (noChromium !== undefined && wanted.includes('standalone'))
    notRun.push(`e2e, pages of the console: ${noChromium}`);
  // The end of the run tells it.
  if (notRun.length > 0) process.env['LECTERN_NOT_RUN'] = notRun.join('\n');
  const noted = [...started].map(([mode, deployment]) => {
    const { origin, origins = [origin], token, folder } = deployment;
    const signInLink = signInLinkOf(deployment.printed());
    return [mode, { origins, token, folder, signInLink, ...(mode === 'distributed' && { engines: engines?.env }) }];
  });
  process.env[DEPLOYMENTS_VARIABLE] = JSON.stringify(Object.fromEntries(noted));
}

export async function stopDeployments(): Promise<void> {
  silent?.stop();
  await Promise.all([...started.values()].map((deployment) => deployment.stop()));
  endRecording();
}
