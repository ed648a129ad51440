import type { FieldLetter, StrategyNames, TextFormat } from '@lectern/contracts/knowledge-box';
import {
  type PushedConversation,
  type PushedField,
  pushFormats,
  type PushedLayout,
  type PushedText,
  type PushPayload,
} from '@lectern/contracts/understanding';
import { fieldTypes, type MessageFieldType } from '@lectern/augmentation';

/** A label from the caller. */
export interface PushLabel {
  readonly labelset: string;
  readonly label: string;
}

/** Ids of the knowledge box's strategies; empty ids are ignored. */
export interface PushStrategies {
  readonly extract?: string;
  readonly split?: string;
}

export interface FormattedText {
  readonly body: string;
  readonly format: TextFormat;
}

export interface PushedLinkPart {
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  readonly cssSelector?: string;
  readonly xpath?: string;
}

/** Content of a field; files by their tokens. */
export type PushedPart =
  | { readonly text: FormattedText }
  | { readonly link: PushedLinkPart }
  /** `isField`: pictures are generated from it. */
  | { readonly file: string; readonly isField: boolean };

/** A text of several parts, of which the first is its own. */
export interface PushedPiece {
  /** Ident of the message; absent for the field itself. */
  readonly ident?: string;
  readonly parts: readonly PushedPart[];
}

/** A field to process. */
export interface PushedFieldWork {
  readonly letter: FieldLetter;
  readonly type: MessageFieldType;
  readonly id: string;
  readonly labels: readonly PushLabel[];
  readonly pieces: readonly PushedPiece[];
  readonly strategies: PushStrategies;
}

/** All fields of a push, in the order of its members. */
export function pushedFields(payload: PushPayload): readonly PushedFieldWork[] {
  const { genericfield, textfield, filefield, linkfield, layoutfield, conversationfield } = payload;
  return [
    ...Object.entries(genericfield).map(([id, text]) => textField('a', id, text)),
    ...Object.entries(textfield).map(([id, text]) => textField('t', id, text)),
    ...Object.entries(filefield).map(([id, file]) =>
      field({ letter: 'f', type: fieldTypes.FILE, id }, [{ parts: [{ file, isField: true }] }]),
    ),
    ...Object.entries(linkfield).map(([id, { link: uri, headers, cookies, css_selector, xpath, ...rest }]) => {
      const link = { uri, headers: headers ?? {}, cookies: cookies ?? {} };
      const selected = { ...(css_selector && { cssSelector: css_selector }), ...(xpath && { xpath }) };
      const part = { link: { ...link, ...selected } };
      return field({ letter: 'u', type: fieldTypes.LINK, id }, [{ parts: [part] }], rest);
    }),
    ...Object.entries(layoutfield).map(([id, layout]) =>
      field({ letter: 't', type: fieldTypes.TEXT, id }, [{ parts: layoutParts(layout) }]),
    ),
    ...Object.entries(conversationfield).map(([id, conversation]) => conversationField(id, conversation)),
    ...Object.entries(payload.generated_conversationfield).map(([id, { conversationfield: conversation }]) =>
      conversationField(id, conversation),
    ),
  ];
}

/** File tokens of a push, with the ids of their fields. */
export function fileTokensOf(payload: PushPayload): readonly { readonly id: string; readonly token: string }[] {
  return pushedFields(payload).flatMap(({ id, pieces }) =>
    pieces.flatMap(({ parts }) => parts.flatMap((part) => ('file' in part ? [{ id, token: part.file }] : []))),
  );
}

const RICH_TEXT = 2;

/** Parts in reading order, row by row. */
function layoutParts({ blocks }: PushedLayout): readonly PushedPart[] {
  const ordered = Object.entries(blocks).sort(
    ([a, one], [b, other]) => one.y - other.y || one.x - other.x || (a < b ? -1 : 1),
  );
  return ordered.flatMap(([, { type, payload, file }]) => [
    ...(payload
      ? [{ text: { body: payload, format: type === RICH_TEXT ? ('HTML' as const) : ('PLAIN' as const) } }]
      : []),
    ...(file ? [{ file, isField: false }] : []),
  ]);
}

function textField(letter: 'a' | 't', id: string, { body, format, ...rest }: PushedText) {
  const type = letter === 'a' ? fieldTypes.GENERIC : fieldTypes.TEXT;
  return field({ letter, type, id }, [{ parts: [{ text: { body, format: formatOf(format) } }] }], rest);
}

function conversationField(id: string, { messages, ...rest }: PushedConversation): PushedFieldWork {
  const pieces = messages.map(({ ident, content: { text, format, attachments } }) => ({
    ident,
    parts: [
      { text: { body: text ?? '', format: formatOf(format) } },
      ...attachments.map((file) => ({ file, isField: false })),
    ],
  }));
  return field({ letter: 'c', type: fieldTypes.CONVERSATION, id }, pieces, rest);
}

function field(
  named: Pick<PushedFieldWork, 'letter' | 'type' | 'id'>,
  pieces: readonly PushedPiece[],
  { classification_labels = [], ...names }: Partial<PushedField> = {},
): PushedFieldWork {
  const labels = classification_labels.map(({ labelset, label }) => ({ labelset, label }));
  return { ...named, labels, pieces, strategies: strategiesIn(names) };
}

function strategiesIn({ extract_strategy, split_strategy }: StrategyNames): PushStrategies {
  return { extract: extract_strategy ?? '', split: split_strategy ?? '' };
}

/** The strategies of the field, else of its file, else of the push. */
export function chosenStrategies(...all: readonly (PushStrategies | undefined)[]): PushStrategies {
  const first = (kind: keyof PushStrategies) => all.map((one) => one?.[kind]).find(Boolean);
  const [extract, split] = [first('extract'), first('split')];
  return { ...(extract && { extract }), ...(split && { split }) };
}

/** The push's strategies for all of its fields. */
export function strategiesOfPush({ processing_options }: PushPayload): PushStrategies {
  return strategiesIn(processing_options);
}

/** By name, because stored fields number formats differently. */
function formatOf(number: number): TextFormat {
  return pushFormats[number] ?? 'PLAIN';
}
