import { sentencePositions, sentencesAt } from '@lectern/contracts/core';
import type { ProcessingError, UnderstoodField, UnderstoodParagraph } from '@lectern/contracts/understanding';
import { codePointLength } from '@lectern/text';
import { joinedStrategies } from './joined-strategies';
import type { Gathered } from './gathered';

/** Of the text of a message with its attachments: what follows is left out. */
export const MESSAGE_CHARS_MAX = 8_388_608;
const SEPARATOR = '\n\n';
const ENTITIES_MAX = 4_000;
const LINKS_MAX = 1_000;

/** The text of a message, or of an attachment with its name. */
export interface MessagePart extends Gathered {
  /** Absent for the text of the message. */
  readonly filename?: string;
}

/** A message with its attachments, as it is stored. */
export interface JoinedMessage extends Gathered {
  readonly errors: readonly ProcessingError[];
}

/**
 * One text of the parts of a message, the message first, with a blank line between them; positions count from the
 * beginning of all of it.
 *
 * An attachment is further text of its message and no field: a hit leads to the message that it came with,
 * it goes when the message goes, and no field appears in the resource that nobody created.
 *
 * @param ident names the message in errors, which are warnings: the rest of the conversation can be found
 */
export function joinedMessage(ident: string, parts: readonly MessagePart[]): JoinedMessage {
  const texts: string[] = [];
  const paragraphs: UnderstoodParagraph[] = [];
  const entities: UnderstoodField['entities'][number][] = [];
  const errors: ProcessingError[] = [];
  let [chars, offset] = [0, 0];
  for (const { text, understood, filename, ...part } of parts) {
    const source = filename === undefined ? `Message ${ident}` : `Attachment ${filename} of message ${ident}`;
    errors.push(...understood.errors.map((error) => warning(`${source}: ${error.text}`, error.code)));
    if (text === '') continue;
    if (chars + text.length > MESSAGE_CHARS_MAX) {
      errors.push(warning(`${source}: its text is left out, because the message has too much text`, EXTRACT));
      continue;
    }
    const shift = chars === 0 ? 0 : offset + SEPARATOR.length;
    texts.push(text);
    chars += text.length;
    for (const paragraph of part.paragraphs) paragraphs.push(shifted(paragraph, shift));
    entities.push(
      ...understood.entities.map(({ positions, ...entity }) => ({
        ...entity,
        positions: positions.map((position) => moved(position, shift)),
      })),
    );
    offset = shift + codePointLength(text);
  }
  const understood = joinedUnderstood(parts, mergedEntities(entities));
  return { text: texts.join(SEPARATOR), paragraphs, understood, errors };
}

const EXTRACT = 1;

function warning(text: string, code: number): ProcessingError {
  return { code, severity: 'WARNING', text };
}

function joinedUnderstood(parts: readonly MessagePart[], entities: UnderstoodField['entities']): UnderstoodField {
  const all = parts.map(({ understood }) => understood);
  const strategies = joinedStrategies(all.map((one) => one.strategies));
  return {
    summary: all.find(({ summary }) => summary !== '')?.summary ?? '',
    language: all.find(({ language }) => language !== '')?.language ?? '',
    languages: [...new Set(all.flatMap(({ languages }) => languages))],
    mimeType: all[0]?.mimeType ?? '',
    entities,
    links: [...new Set(all.flatMap(({ links }) => links))].slice(0, LINKS_MAX),
    errors: [],
    ...(strategies && { strategies }),
  };
}

/** The same name in several parts is one entity. */
function mergedEntities(entities: UnderstoodField['entities']): UnderstoodField['entities'] {
  const byName = Map.groupBy(entities, ({ text, label }) => JSON.stringify([text, label]));
  const merged = [...byName.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, positions: [first, ...others].flatMap(({ positions }) => positions) }] : [],
  );
  return merged.slice(0, ENTITIES_MAX);
}

function shifted(paragraph: UnderstoodParagraph, by: number): UnderstoodParagraph {
  if (by === 0) return paragraph;
  const { start, end } = moved(paragraph, by);
  // A key ends with the positions.
  const key = `${paragraph.key.slice(0, paragraph.key.lastIndexOf('/') + 1)}${start}-${end}`;
  const sentences = sentencePositions(sentencesAt(paragraph.sentences).map((sentence) => moved(sentence, by)));
  return { ...paragraph, start, end, key, sentences };
}

function moved({ start, end }: { readonly start: number; readonly end: number }, by: number) {
  return { start: start + by, end: end + by };
}
