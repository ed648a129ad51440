import type { AnswerCitations, FrameContext, UrlCitation } from '@lectern/contracts/agents';
import { definedBlocks } from '@lectern/language';

/** Annotations of one answer. */
const ANNOTATIONS_MAX = 500;

/**
 * Sources of an answer at the marks that name them.
 *
 * @param shown the answer without the lines that define its marks
 */
export function answerAnnotations(
  { answer, shown }: { readonly answer: string; readonly shown: string },
  citations: AnswerCitations | null,
  contexts: ReadonlyMap<string, FrameContext>,
): readonly UrlCitation[] {
  const blocks = definedBlocks(answer);
  const marks = [...shown.matchAll(/\[(\d{1,3})\]/g)].slice(0, ANNOTATIONS_MAX);
  return marks.flatMap((mark) => {
    const cited = citations?.metadata[blocks.get(Number(mark[1])) ?? ''];
    if (!cited) return [];
    const context = contexts.get(cited.context_id);
    const chunk = context?.chunks[cited.chunk_index ?? 0];
    const address = [...cited.origin_urls, ...(chunk?.url ?? [])].find((url) => url !== '');
    const name = `urn:chunk:${encodeURIComponent(chunk?.chunk_id ?? cited.context_id)}`;
    return [
      {
        type: 'url_citation' as const,
        url_citation: {
          start_index: mark.index,
          end_index: mark.index + mark[0].length,
          url: address ?? name,
          title: chunk?.title || context?.title || context?.source || '',
        },
      },
    ];
  });
}
