import type { CitedContext, FrameContext, PassthroughConfig } from '@lectern/contracts/agents';
import { blockId } from '@lectern/language';
import type { GenerationType } from '../../../engine/module-run';

/** Texts of one answer, and its characters. */
const TEXTS_MAX = 200;
const ANSWER_CHARS_MAX = 200_000;

/** Gives what was found as the answer. */
export const passthrough: GenerationType<PassthroughConfig> = {
  name: 'passthrough',
  title: 'Pass through',
  description: 'Gives what was found as the answer, without a model.',
  run: async ({ rich_context: isRich }, contexts) => {
    if (!isRich) return { answer: fitting(contexts.flatMap(plainTexts)).join('\n\n') };
    const entries = contexts.flatMap(citedTexts).slice(0, TEXTS_MAX);
    const texts = fitting(entries.map(({ text }, place) => `${text} [${place + 1}]`));
    const used = entries.slice(0, texts.length);
    const marks = used.map((_, place) => `[${place + 1}]: ${blockId(place)}`).join('\n');
    const metadata = Object.fromEntries(used.map(({ cites }, place) => [blockId(place), cites]));
    const urls = [...new Set(used.flatMap(({ cites }) => cites.origin_urls))];
    return { answer: [...texts, ...(marks === '' ? [] : [marks])].join('\n\n'), citations: { metadata }, urls };
  },
};

interface Entry {
  readonly text: string;
  readonly cites: CitedContext;
}

/** The answer of the source, or else its texts. */
function plainTexts({ summary, chunks, structured }: FrameContext): readonly string[] {
  return summary ? [summary] : [...chunks.map(({ text }) => text), ...structured].slice(0, TEXTS_MAX);
}

function citedTexts({ id, chunks, structured }: FrameContext): readonly Entry[] {
  const cites = (place: number | null, origins: readonly (string | null)[]): CitedContext => ({
    context_id: id,
    chunk_index: place,
    origin_urls: origins.filter((origin) => origin !== null),
  });
  return [
    ...chunks.map(({ title, text, origin_url: origin }, place) => {
      const heading = [title ?? '', origin ?? ''].filter((part) => part !== '').join(', ');
      return { text: heading === '' ? text : `**${heading}**\n\n${text}`, cites: cites(place, [origin]) };
    }),
    ...structured.map((text) => ({ text, cites: cites(null, []) })),
  ];
}

/** As many texts from the beginning as an answer can have, without those that were there before. */
function fitting(texts: readonly string[]): readonly string[] {
  let left = ANSWER_CHARS_MAX;
  return [...new Set(texts)].filter((text) => (left -= text.length + 2) >= 0);
}
