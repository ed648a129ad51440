import type { PostprocessAliniaConfig, PreprocessAliniaConfig } from '@lectern/contracts/agents';
import { AppError, isObject } from '@lectern/contracts/core';
import type { ModuleRun } from '../../engine/module-run';
import { cutTextAt, listAt, objectAt } from '../provider-api/foreign-json';
import { callProvider } from '../provider-api/provider-api';

const API = 'https://api.alinia.ai/moderations/';
const CATEGORIES_MAX = 50;
const CATEGORY_CHARS_MAX = 200;
const TEXT_CHARS_MAX = 200_000;

/** The answer in place of one that may not be given. */
export const REFUSAL = 'This cannot be answered: it is against the rules of this service.';

/** Detections of the preset `INAPPROPRIATE`. */
const inappropriate = {
  safety: { hate: true, sexual: true, violence: true, wrongdoing: true },
  security: { adversarial: true },
};

/** What Alinia says of a text. */
export interface GuardVerdict {
  readonly isFlagged: boolean;
  /** What it found. */
  readonly categories: readonly string[];
}

/**
 * Has Alinia check a text, and for answers the question before it.
 *
 * @throws AppError when Alinia gives no verdict: nothing passes unchecked
 */
export async function aliniaVerdict(
  { preconfig, detection_config: custom, metadata, provider }: PreprocessAliniaConfig | PostprocessAliniaConfig,
  { input, output }: { readonly input: string; readonly output?: string },
  run: ModuleRun,
): Promise<GuardVerdict> {
  if (Math.max(input.length, output?.length ?? 0) > TEXT_CHARS_MAX)
    throw new AppError('too_large', `Alinia checks at most ${TEXT_CHARS_MAX} characters`);
  const { key } = await run.sources.settings(provider, 'alinia');
  const known = Object.entries(metadata ?? {}).filter(([, value]) => value !== null && value !== undefined);
  const body = {
    input,
    ...(output !== undefined && { output }),
    detection_config: preconfig === 'CUSTOM' ? (custom ?? {}) : inappropriate,
    ...(known.length > 0 && { metadata: Object.fromEntries(known) }),
  };
  const headers = { authorization: `Bearer ${key}` };
  const url = new URL(API);
  const answer = await callProvider({ provider: 'Alinia', url, method: 'POST', headers, body, secrets: [key] }, run);
  const result = objectAt(answer, 'result');
  const { flagged } = result;
  if (typeof flagged !== 'boolean') throw new AppError('unavailable', 'Alinia answered without a verdict on the text');
  return { isFlagged: flagged, categories: flagged ? categoriesIn(result) : [] };
}

/** Names of what was found: in the list of the verdict, or those members of its categories that are true. */
function categoriesIn(result: Readonly<Record<string, unknown>>): readonly string[] {
  const listed = listAt(result, 'flagged_categories', CATEGORIES_MAX).flatMap(
    (name) => cutTextAt({ name }, 'name', CATEGORY_CHARS_MAX) ?? [],
  );
  if (listed.length > 0) return listed;
  return Object.entries(objectAt(result, 'categories'))
    .flatMap(([group, value]) => {
      if (value === true) return [group];
      return isObject(value) ? Object.keys(value).filter((name) => value[name] === true) : [];
    })
    .slice(0, CATEGORIES_MAX)
    .map((name) => name.slice(0, CATEGORY_CHARS_MAX));
}
