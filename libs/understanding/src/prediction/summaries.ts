import { setImmediate } from 'node:timers/promises';
import type { ResourceSummary, Summaries, SummarizePayload, SummaryKind } from '@lectern/contracts/understanding';
import { tokensIn, estimatedTokens } from '@lectern/language';
import { extractiveSummary } from './extractive-summary';
import { followedPrompt } from './followed-prompt';
import type { NamedGenerator } from '../configuration/generative-models';
import { summedCharsMax, SummaryCalls, type Summed, writtenSummary } from './written-summary';

/** A compromise: sequential calls are slow, and unlimited ones overload the provider. */
const AT_ONCE = 8;

/** Summarises a text that is not blank. */
type Summarize = (text: string) => Promise<Summed>;

/** Texts to summarise and the completed options. */
export type AskedSummaries = SummarizePayload & {
  readonly summary_kind: SummaryKind;
  /** Whether texts that would need too many calls are cut. */
  readonly cutsTexts?: boolean;
};

/** Summaries of resources with the token usage of the whole request. */
export interface SummedResources extends Pick<Summaries, 'resources' | 'summary'> {
  readonly tokens: { readonly input: number; readonly output: number };
}

/**
 * A language model writes summaries; those of a reader are sentences from the texts.
 *
 * @throws AppError `invalid_request` for a prompt that the model does not follow, and for texts that are too long for
 *   it; `provider_failed`, `rate_limited`, `cancelled`
 */
export async function summedResources(
  { resources, ...asked }: AskedSummaries,
  named: NamedGenerator,
  signal: AbortSignal,
): Promise<SummedResources> {
  const prompt = followedPrompt(asked.user_prompt, named);
  const summarize = named.generator.description.followsPrompts
    ? writing(asked.summary_kind, named, { prompt, cuts: asked.cutsTexts, signal })
    : picking(asked.summary_kind, signal);
  const charsMax = asked.cutsTexts ? summedCharsMax(named, Object.keys(resources).length) : undefined;
  const texts = Object.values(resources).map(({ fields }) =>
    Object.values(fields).filter(isSaid).join('\n\n').slice(0, charsMax),
  );
  const all = await severalTextsAtOnce(texts, summarize.one);
  const summaries = all.flatMap(({ summary }) => (summary === '' ? [] : [summary]));
  const combined = summaries.length > 1 ? await summarize.all(summaries.join('\n\n')) : nothing;
  const of = (member: 'input' | 'output') => [...all, combined].reduce((sum, one) => sum + one[member], 0);
  return {
    resources: Object.fromEntries(Object.keys(resources).map((id, at) => [id, resourceSummary(all[at] ?? nothing)])),
    summary: summaries.length > 1 ? combined.summary : (summaries[0] ?? ''),
    tokens: { input: of('input'), output: of('output') },
  };
}

const nothing: Summed = { summary: '', input: 0, output: 0 };

interface WaysToSummarize {
  readonly one: Summarize;
  /** Summarises several summaries. */
  readonly all: Summarize;
}

function writing(
  kind: SummaryKind,
  named: NamedGenerator,
  { prompt, ...how }: { readonly prompt?: string; readonly cuts?: boolean; readonly signal: AbortSignal },
): WaysToSummarize {
  const calls = new SummaryCalls();
  const by = (ownPrompt?: string) => (text: string) =>
    writtenSummary(text, named, { ...how, kind, prompt: ownPrompt, calls });
  return { one: by(prompt), all: by() };
}

function picking(kind: SummaryKind, signal: AbortSignal): WaysToSummarize {
  const pick = async (text: string) => {
    // Yields to other work between two texts.
    await setImmediate(undefined, { signal });
    const { summary, charsRead } = extractiveSummary(text, kind);
    return { summary, input: estimatedTokens(charsRead), output: tokensIn(summary) };
  };
  return { one: pick, all: pick };
}

async function severalTextsAtOnce(texts: readonly string[], summarize: Summarize): Promise<Summed[]> {
  const summed: Summed[] = [];
  for (let at = 0; at < texts.length; at += AT_ONCE) {
    const some = texts.slice(at, at + AT_ONCE);
    summed.push(...(await Promise.all(some.map((text) => (text === '' ? nothing : summarize(text))))));
  }
  return summed;
}

function resourceSummary({ summary, input, output }: Summed): ResourceSummary {
  return { summary, tokens: output, input_tokens: input, output_tokens: output };
}

function isSaid(text: string): boolean {
  return text.trim() !== '';
}
