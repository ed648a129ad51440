import { ScriptedProvider } from '@lectern/testing';
import type { Deployment } from './deployment';
import { type EmbeddedMode, startEmbedded } from './embedded-modes';

/** A deployment whose generator is a scripted chat completions server. */
export async function startWithProvider(
  mode: EmbeddedMode,
  {
    key,
    timeoutMs,
    vision = false,
    env = {},
  }: {
    readonly key: string;
    readonly timeoutMs: number;
    readonly vision?: boolean;
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<{ readonly provider: ScriptedProvider; readonly deployment: Deployment }> {
  const provider = await ScriptedProvider.start();
  const deployment = await startEmbedded(mode, {
    GENERATOR: 'openai-compatible',
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: key,
    OPENAI_MODEL: 'scripted',
    OPENAI_VISION: String(vision),
    OPENAI_FIRST_CHUNK_TIMEOUT_MS: String(timeoutMs),
    OPENAI_CHUNK_TIMEOUT_MS: String(timeoutMs),
    ...env,
  });
  return { provider, deployment };
}
