import type { McpResult } from '../../../engine/mcp-source';
import type { FoundContext, FunctionResult } from '../../../engine/module-run';
import { textContext } from '../../text-context';

/** A tool or a prompt that was called. */
export interface CalledTool {
  /** Identifier of the driver. */
  readonly source: string;
  readonly name: string;
  readonly title: string;
}

const HTTP = /^https?:\/\//i;

/** What a tool returned: for the model, and as a context that answers can be made from. */
export function resultOfTool(result: McpResult, called: CalledTool): FunctionResult {
  const { parts, structured, isError } = result;
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  if (isError) return { items: [`The tool failed: ${texts.join('\n') || 'it does not say why'}`], contexts: [] };
  const images = parts.filter((part) => part.kind === 'image');
  const note = images.length > 0 ? [`(${images.length} images)`] : [];
  const items = [...texts, ...(structured && texts.length === 0 ? [structured] : []), ...note];
  const context = toolContextOf(result, called);
  return { items, contexts: items.length > 0 ? [context] : [] };
}

function toolContextOf({ parts, structured }: McpResult, { source, name, title }: CalledTool): FoundContext {
  const shown = title || name;
  const chunks = parts.flatMap((part, place) => {
    if (part.kind !== 'text') return [];
    const { text, uri, title: own } = part;
    // Other addresses mean something to their server only.
    const url = uri !== undefined && HTTP.test(uri) ? { url: uri } : {};
    return [{ ...textContext({ id: `${source}/${name}/${place}`, text, title: own ?? shown, ...url }), source }];
  });
  const images = parts.flatMap((part, place) =>
    part.kind === 'image'
      ? [[`${name}/${place}`, { b64encoded: part.b64encoded, content_type: part.contentType }] as const]
      : [],
  );
  return {
    source,
    title: shown,
    chunks,
    images: Object.fromEntries(images),
    ...(structured && {
      json_objects: [structured],
      structured: chunks.length === 0 ? [JSON.stringify(structured)] : [],
    }),
  };
}
