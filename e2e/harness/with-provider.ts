import { ScriptedProvider } from '@lectern/testing';
import type { Deployment } from './deployment';
import { Distributed } from './distributed';
import { runningModes } from './modes';
import { Standalone } from './standalone';

/** What answers come from has nothing to do with where paragraphs lie, so servers are left out. */
const starts = {
  standalone: (env: Record<string, string>): Promise<Deployment> => Standalone.start({ env }),
  'distributed-embedded': (env: Record<string, string>): Promise<Deployment> => Distributed.start({ env }),
};

export const modesWithProvider = runningModes().filter((mode): mode is keyof typeof starts => mode in starts);

/** A deployment whose generator is a scripted chat completions server. */
export async function startWithProvider(
  mode: keyof typeof starts,
  { key, timeoutMs, vision = false }: { readonly key: string; readonly timeoutMs: number; readonly vision?: boolean },
): Promise<{ readonly provider: ScriptedProvider; readonly deployment: Deployment }> {
  const provider = await ScriptedProvider.start();
  const deployment = await starts[mode]({
    GENERATOR: 'openai-compatible',
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: key,
    OPENAI_MODEL: 'scripted',
    OPENAI_VISION: String(vision),
    OPENAI_FIRST_CHUNK_TIMEOUT_MS: String(timeoutMs),
    OPENAI_CHUNK_TIMEOUT_MS: String(timeoutMs),
  });
  return { provider, deployment };
}
