import { isObject } from '@lectern/contracts/core';
import type { McpPart, McpPrompt, McpResult, McpTool } from '../engine/mcp-source';
import type { Concealed } from './concealed';

/** Tools, and prompts, of one server. */
export const LISTED_MAX = 200;
const NAME_CHARS_MAX = 128;
const TITLE_CHARS_MAX = 250;
const DESCRIPTION_CHARS_MAX = 2_000;
const SCHEMA_CHARS_MAX = 20_000;
const ARGUMENTS_MAX = 50;
const PARTS_MAX = 100;
const TEXT_CHARS_MAX = 1_000_000;
const IMAGES_MAX = 4;
const IMAGE_CHARS_MAX = 2 * 1024 ** 2;
const URI_CHARS_MAX = 2_048;
/** Control characters, and those that models see and people do not. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;

/** A tool as a server lists it; undefined when it cannot be called. */
export function toolOf(value: unknown, concealed: Concealed): McpTool | undefined {
  if (!isObject(value)) return undefined;
  const { name, title, description, inputSchema, annotations } = value;
  if (typeof name !== 'string' || name === '' || name.length > NAME_CHARS_MAX || name !== visible(name, name.length))
    return undefined;
  if (!isObject(inputSchema) || JSON.stringify(inputSchema).length > SCHEMA_CHARS_MAX) return undefined;
  const hints = isObject(annotations) ? annotations : {};
  const listed = {
    name,
    title: visible(title ?? hints.title ?? '', TITLE_CHARS_MAX),
    description: visible(description, DESCRIPTION_CHARS_MAX),
    inputSchema,
    isDestructive: hints.destructiveHint === true && hints.readOnlyHint !== true,
  };
  return concealed.value(listed);
}

/** A prompt as a server lists it; undefined when it cannot be used. */
export function mcpPromptOf(value: unknown, concealed: Concealed): McpPrompt | undefined {
  if (!isObject(value)) return undefined;
  const { name, title, description, arguments: given } = value;
  if (typeof name !== 'string' || name === '' || name.length > NAME_CHARS_MAX || name !== visible(name, name.length))
    return undefined;
  const all = Array.isArray(given) ? given.slice(0, ARGUMENTS_MAX).filter(isObject) : [];
  return concealed.value({
    name,
    title: visible(title, TITLE_CHARS_MAX),
    description: visible(description, DESCRIPTION_CHARS_MAX),
    arguments: all.flatMap((one) => {
      const argument = visible(one.name, NAME_CHARS_MAX);
      if (argument === '') return [];
      return [
        {
          name: argument,
          description: visible(one.description, DESCRIPTION_CHARS_MAX),
          required: one.required === true,
        },
      ];
    }),
  });
}

/** What a tool returned. */
export function toolResultOf(result: Readonly<Record<string, unknown>>, concealed: Concealed): McpResult {
  const { structuredContent: structured, isError } = result;
  return {
    ...partsOf(result.content, concealed),
    ...(isObject(structured) && { structured: concealed.value(structured) }),
    isError: isError === true,
  };
}

/** The messages of a prompt. */
export function promptResultOf({ messages }: Readonly<Record<string, unknown>>, concealed: Concealed): McpResult {
  const contents = Array.isArray(messages) ? messages.filter(isObject).flatMap(({ content }) => content) : [];
  return { ...partsOf(contents, concealed), isError: false };
}

/** A text without characters that people do not see. */
export function visible(text: unknown, charsMax: number): string {
  if (typeof text !== 'string') return '';
  // Of a text that is much longer, the beginning is enough.
  return text
    .slice(0, charsMax * 4)
    .replace(INVISIBLE, (character) => (character === '\n' || character === '\t' ? character : ''))
    .slice(0, charsMax);
}

function partsOf(contents: unknown, concealed: Concealed): { readonly parts: readonly McpPart[] } {
  const parts: McpPart[] = [];
  let [chars, imageChars, images] = [TEXT_CHARS_MAX, IMAGE_CHARS_MAX, IMAGES_MAX];
  const all: readonly unknown[] = Array.isArray(contents) ? contents : [];
  for (const content of all.slice(0, PARTS_MAX)) {
    const part = isObject(content) ? partOf(content, concealed) : undefined;
    if (part?.kind === 'text' && part.text !== '' && chars > 0) {
      const text = part.text.slice(0, chars);
      chars -= text.length;
      parts.push({ ...part, text });
    } else if (part?.kind === 'image' && images > 0 && part.b64encoded.length <= imageChars) {
      images -= 1;
      imageChars -= part.b64encoded.length;
      parts.push(part);
    }
  }
  return { parts };
}

function partOf(content: Readonly<Record<string, unknown>>, concealed: Concealed): McpPart | undefined {
  const { type, text, data, mimeType, resource } = content;
  if (type === 'text' && typeof text === 'string') return { kind: 'text', text: concealed.text(text) };
  if (type === 'image' && typeof data === 'string' && /^[A-Za-z0-9+/=]*$/.test(data)) {
    const contentType = typeof mimeType === 'string' && /^image\/[\w.+-]{1,50}$/.test(mimeType) ? mimeType : undefined;
    return contentType === undefined ? undefined : { kind: 'image', b64encoded: data, contentType };
  }
  if (type === 'resource' && isObject(resource) && typeof resource.text === 'string')
    return { kind: 'text', text: concealed.text(resource.text), ...placeOf(resource, concealed) };
  if (type !== 'resource_link') return undefined;
  // A link is not followed: its server alone may read it.
  const said = [content.title ?? content.name, content.description, content.uri].filter(isTextPart).join('\n');
  return { kind: 'text', text: concealed.text(said), ...placeOf(content, concealed) };
}

function placeOf({ uri, title, name }: Readonly<Record<string, unknown>>, concealed: Concealed) {
  const shown = [title, name].find(isTextPart);
  return {
    ...(isTextPart(uri) && uri.length <= URI_CHARS_MAX && { uri: concealed.text(uri) }),
    ...(shown !== undefined && { title: concealed.text(visible(shown, TITLE_CHARS_MAX)) }),
  };
}

function isTextPart(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
