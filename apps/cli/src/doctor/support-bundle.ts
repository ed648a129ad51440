import { writeFile } from 'node:fs/promises';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import type { CommandContext } from '../command';
import { chosenOrigin } from '../profile/connection';
import { programVersion } from '../version';
import type { Check } from './checks';

const METRICS_CHARS_MAX = 2_000_000;
const TIMEOUT_MS = 10_000;
/** Names of settings whose values say nothing about anybody. */
const harmless = /^(LOG_LEVEL|HTTP_PORT|NODE_ENV|EMBEDDER|RERANKER|CONSOLE|KEYWORD_INDEX|VECTOR_INDEX)$/;
const ours = /^(LECTERN_|[A-Z0-9]+_(URL|URLS|KEY|DIR|TOKEN|PORT|LEVEL|MAX|MS|S)$|LOG_LEVEL|EMBEDDER|RERANKER|CONSOLE)/;
/** Tokens, credentials in addresses, and anything long enough to be a key. */
const secrets = /eyJ[\w.-]{20,}|(?<=:\/\/)[^/@\s]+@|\b[A-Za-z0-9+/_=-]{40,}\b/g;

/** Writes what people who help need to know, without secrets: names of settings, and values of harmless ones only. */
export async function writeBundle(context: CommandContext, file: string, checks: readonly Check[]): Promise<void> {
  const { env, signal } = context;
  const names = Object.keys(env).filter((name) => ours.test(name));
  const settings = names.sort().map((name) => [name, harmless.test(name) ? env[name] : 'set']);
  const bundle = {
    created: new Date().toISOString(),
    version: programVersion(),
    system: {
      node: process.version,
      platform: platform(),
      release: release(),
      arch: arch(),
      cpus: cpus().length,
      memory: totalmem(),
    },
    settings: Object.fromEntries(settings),
    checks,
    metrics: await metricsOf(chosenOrigin(context), signal),
  };
  signal.throwIfAborted();
  await writeFile(file, `${withoutSecrets(JSON.stringify(bundle, null, 2))}\n`, { mode: 0o600 });
}

export function withoutSecrets(text: string): string {
  return text.replace(secrets, '(removed)');
}

/** Null where the server does not show them to this machine. */
async function metricsOf(origin: string, interruption: AbortSignal): Promise<readonly string[] | null> {
  const signal = AbortSignal.any([interruption, AbortSignal.timeout(TIMEOUT_MS)]);
  const answer = await fetch(`${origin}/metrics`, { signal }).catch(() => undefined);
  if (!answer?.ok) return null;
  return (await answer.text())
    .slice(0, METRICS_CHARS_MAX)
    .split('\n')
    .filter((line) => !line.startsWith('#'));
}
