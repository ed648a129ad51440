import type { RestrictedConfig } from '@lectern/contracts/agents';
import { AppError, isObject } from '@lectern/contracts/core';
import type { ContextType, FoundContext } from '../../../engine/module-run';
import { runPython } from '../../../sandbox/python-sandbox';
import type { IdentifiedModule } from '../../../module/identified-module';
import { textContext } from '../../text-context';

/** Texts that code can get, and that it can return. */
const TEXTS_MAX = 500;
const PRINTED_CHARS_MAX = 10_000;

/** Runs code in a sandbox, which makes context of what other modules found. */
export const restricted: ContextType<RestrictedConfig> = {
  name: 'restricted',
  title: 'Code',
  description: 'Runs Python without access to files or the network, on what other modules have found.',
  run: async (config, question, run) => {
    const found: FoundContext[] = [];
    // They got their ids when they were stored.
    for (const agent of config.agents as readonly IdentifiedModule[]) {
      found.push(...(await run.search(agent, 'agents', question)).contexts);
    }
    const values = {
      question: question.text,
      parameters: config.parameters,
      arguments: run.facts.arguments,
      context: found
        .flatMap(({ chunks, title }) => chunks.map((chunk) => shownChunk(chunk, title)))
        .slice(0, TEXTS_MAX),
    };
    const { result, printed } = await runPython(
      { code: config.code, values },
      { owner: run.facts.agent.id, signal: run.signal },
    );
    const texts = returnedTexts(result);
    const chunks = texts.map(({ text, title }, place) =>
      textContext({ id: `${config.id ?? 'restricted'}/${place}`, text, title: title ?? config.title }),
    );
    return {
      contexts: chunks.length > 0 ? [{ chunks }] : [],
      value: `${texts.length} texts`,
      ...(config.debug && printed !== '' && { reason: printed.slice(0, PRINTED_CHARS_MAX) }),
    };
  },
};

function shownChunk(
  { text, title, origin_url: url }: FoundContext['chunks'][number],
  context: string | null | undefined,
) {
  return { text, title: title ?? context ?? null, url };
}

interface ReturnedText {
  readonly text: string;
  readonly title?: string;
}

/** None, a text, an object with a text, or a list of these. */
function returnedTexts(result: unknown): readonly ReturnedText[] {
  if (result === null || result === undefined) return [];
  const items: readonly unknown[] = Array.isArray(result) ? result : [result];
  if (items.length > TEXTS_MAX) throw badResult(`at most ${TEXTS_MAX} texts`);
  return items.map(textOfItem).filter(({ text }) => text.trim() !== '');
}

function textOfItem(item: unknown): ReturnedText {
  if (typeof item === 'string') return { text: item };
  if (!isObject(item) || typeof item['text'] !== 'string') throw badResult('a text, an object with text, or a list');
  const { text, title } = item;
  return { text, ...(typeof title === 'string' && { title }) };
}

function badResult(wanted: string): AppError {
  return new AppError('invalid_request', `The code failed: its result must be ${wanted}`);
}
