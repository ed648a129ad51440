import type { Sent } from '@lectern/client';
import type {
  ConversationFieldPayload,
  CreateResourcePayload,
  FieldAnnotationPayload,
  FileFieldPayload,
  LinkFieldPayload,
  MessagePayload,
  ModifyResourcePayload,
  OriginPayload,
  RelationNode,
  RelationPayload,
} from '@lectern/contracts/knowledge-box';
import { createHash } from 'node:crypto';

/** Expected values of a resource, by names such as `slug` and `texts/a`; absent names may have any value. */
export type Expected = Readonly<Record<string, unknown>>;

/** Which resource it is. */
export interface Whose {
  readonly kbid: string;
  readonly rid: string;
}

interface Strategies {
  readonly extract_strategy?: string | null;
  readonly split_strategy?: string | null;
}

const HALF_OR_NUL = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** The strategies of a field: those of its request where it names none. */
const strategiesOf = (field: Strategies, { processing_options: options }: Sent<ModifyResourcePayload>) => ({
  extract_strategy: field.extract_strategy || options?.extract_strategy || '',
  split_strategy: field.split_strategy || options?.split_strategy || '',
});
const md5Of = (text: string) => createHash('md5').update(text).digest('hex');
/** Members of fields of one type, by the entries, so that an id `__proto__` is one like any other. */
function named<V>(
  type: string,
  fields: Readonly<Record<string, V | undefined>> | undefined,
  of: (value: V, id: string) => unknown,
): readonly (readonly [string, unknown])[] {
  return Object.entries(fields ?? {}).flatMap(([id, value]) =>
    value === undefined ? [] : [[`${type}/${id}`, of(value, id)] as const],
  );
}
/** Of equal values the first. */
const unique = <T>(all: readonly T[]): T[] =>
  [...new Map(all.map((one) => [JSON.stringify(one), one] as const).reverse()).values()].reverse();

/** A value as the database keeps it: NUL and halves of surrogate pairs are replaced. */
export function kept<T>(value: T): T {
  const keptOf = (one: unknown): unknown => {
    if (typeof one === 'string') return one.replace(HALF_OR_NUL, '\ufffd');
    if (Array.isArray(one)) return one.map(keptOf);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, member]) => [keptOf(key), keptOf(member)]));
  };
  return keptOf(value) as T; // texts aside, the value is the same
}

/** Expected values of a resource that was just created, by the rules of the interface. */
export function createdFrom(sent: Sent<CreateResourcePayload>, whose: Whose): Expected {
  const payload = kept(sent);
  const { title, icon } = payload;
  const names = Object.values(payload.files ?? {}).map((field) => decoded(field?.file?.filename ?? ''));
  // Others are not final: processing may find a better one.
  const isFinal = title && title !== whose.rid && !/^https?:/.test(title) && !names.includes(title);
  return {
    slug: whose.rid,
    labels: [],
    relations: [],
    hidden: false,
    metadata: {},
    languages: [],
    ...membersOf(payload, {}, whose),
    title: isFinal ? title : undefined,
    ...(icon && { icon }),
  };
}

/** Expected values after a change: absent members stay, the rest is replaced or added to. */
export function changedBy(before: Expected, sent: Sent<ModifyResourcePayload>, whose: Whose): Expected {
  return { ...before, ...membersOf(kept(sent), before, whose) };
}

function membersOf(payload: Sent<ModifyResourcePayload>, before: Expected, whose: Whose): Expected {
  const { slug, title, summary, thumbnail, metadata, usermetadata, hidden, security, extra, origin } = payload;
  return {
    ...(slug && { slug }),
    ...(title && { title }),
    ...(summary && { summary }),
    ...(thumbnail && { thumbnail }),
    ...(metadata && {
      // Put there by an earlier call.
      metadata: { ...(before['metadata'] as object | undefined), ...metadata.metadata },
      ...(metadata.language && { language: metadata.language }),
      // As above.
      languages: [...new Set([...((before['languages'] ?? []) as string[]), ...(metadata.languages ?? [])])]
        .filter(Boolean)
        .toSorted(),
    }),
    ...(usermetadata && {
      labels: unique((usermetadata.classifications ?? []).map((one) => ({ cancelled_by_user: false, ...filled(one) }))),
      relations: (usermetadata.relations ?? []).map((one) => relationOf(one, whose.rid)),
    }),
    ...(typeof hidden === 'boolean' && { hidden }),
    ...(security && { security: { access_groups: [...new Set(security.access_groups ?? [])] } }),
    ...(extra && { extra: { metadata: extra.metadata } }),
    ...(origin && { origin: originOf(origin) }),
    ...annotationsOf(payload.fieldmetadata ?? [], whose.rid),
    ...fieldsOf(payload, whose),
  };
}

function fieldsOf(sent: Sent<ModifyResourcePayload>, whose: Whose): Expected {
  const { texts, files, links, conversations, key_values: keyValues } = sent;
  return Object.fromEntries([
    ...named('texts', texts, (field) => {
      const { body = '', format } = field;
      return { body, format: format ?? 'PLAIN', md5: md5Of(body), ...strategiesOf(field, sent) };
    }),
    ...named('files', files, (field, id) => ({ ...fileOf(field, id, whose), ...strategiesOf(field, sent) })),
    ...named('bytes', files, bytesOf),
    ...named('links', links, (field) => ({ ...linkOf(field), ...strategiesOf(field, sent) })),
    ...named('key_values', keyValues, ({ data }) => ({ data: data ?? {} })),
    ...named('conversations', conversations, (field) => ({ ...conversationOf(field), ...strategiesOf(field, sent) })),
    ...named('messages', conversations, (field, id) => messagesOf(field, id, whose)),
  ]);
}

const bytesOf = ({ file }: Sent<FileFieldPayload>) => (file?.uri ? undefined : (file?.payload ?? ''));

function fileOf({ file = {}, language }: Sent<FileFieldPayload>, id: string, { kbid, rid }: Whose) {
  const bytes = Buffer.from(file.payload ?? '', 'base64');
  const inline = {
    uri: `/kb/${kbid}/resource/${rid}/file/${id}/download/field`,
    size: bytes.length,
    md5: createHash('md5').update(bytes).digest('hex'),
  };
  return {
    file: {
      ...(file.uri ? { uri: file.uri, size: 0, md5: file.md5 ?? '' } : inline),
      content_type: file.content_type ?? 'application/octet-stream',
      filename: file.filename ?? '',
    },
    language: language ?? '',
    password: '',
    external: Boolean(file.uri),
  };
}

function linkOf({ uri, headers, cookies, localstorage, language, css_selector, xpath }: Sent<LinkFieldPayload>) {
  return {
    uri,
    headers: headers ?? {},
    cookies: cookies ?? {},
    localstorage: localstorage ?? {},
    language: language ?? '',
    css_selector: css_selector ?? '',
    xpath: xpath ?? '',
  };
}

function conversationOf({ messages }: Sent<ConversationFieldPayload>) {
  return { pages: 1, size: 200, total: messages?.length ?? 0 };
}

function messagesOf({ messages }: Sent<ConversationFieldPayload>, id: string, { kbid, rid }: Whose) {
  return (messages ?? []).map(({ timestamp, who, to, content, ident = '', type }: Sent<MessagePayload>) => ({
    timestamp: timestamp ?? null,
    who: who ?? '',
    to: to ?? [],
    ident,
    type: type ?? 'UNSET',
    content: {
      text: content?.text,
      format: content?.format ?? 'PLAIN',
      attachments: (content?.attachments ?? []).map(({ filename, content_type, payload = '', md5 }, number) => ({
        uri: `/kb/${kbid}/resource/${rid}/conversation/${id}/download/field/${encodeURIComponent(ident)}/${number}`,
        size: Buffer.from(payload, 'base64').length,
        content_type: content_type ?? 'application/octet-stream',
        filename,
        md5,
      })),
      attachments_fields: (content?.attachments_fields ?? []).map(({ field_type, field_id, split }) => ({
        field_type,
        field_id,
        split: split ?? null,
      })),
    },
  }));
}

function annotationsOf(sent: readonly Sent<FieldAnnotationPayload>[], rid: string): Expected {
  const keyOf = (key = '') => key.replace(/^N_RID(?=\/)/, rid);
  const textOf = (one: { text?: string; language?: string | null; ids_paragraphs?: readonly string[] } = {}) => ({
    text: one.text,
    language: one.language ?? '',
    ids_paragraphs: (one.ids_paragraphs ?? []).map(keyOf),
  });
  return Object.fromEntries(
    sent.map(({ field, paragraphs, question_answers: questions }) => {
      const said = {
        paragraphs: (paragraphs ?? []).map(({ key, classifications }) => ({
          key: keyOf(key),
          classifications: (classifications ?? []).map((one) => ({ cancelled_by_user: false, ...filled(one) })),
        })),
        question_answers: (questions ?? []).map(({ question_answer: asked, cancelled_by_user }) => ({
          question_answer: {
            question: textOf(asked?.question),
            answers: (asked?.answers ?? []).map((one) => textOf(one)),
          },
          cancelled_by_user: cancelled_by_user ?? false,
        })),
        field,
      };
      const isEmpty = said.paragraphs.length + said.question_answers.length === 0;
      return [`annotations/${field?.field_type}/${field?.field}`, isEmpty ? undefined : said];
    }),
  );
}

function originOf(origin: Sent<OriginPayload>) {
  return { metadata: {}, tags: [], collaborators: [], related: [], ...filled(origin), source: 'API' };
}

function relationOf({ relation, label, metadata, from, to }: Sent<RelationPayload>, rid: string) {
  const nodeOf = (node: Sent<RelationNode> = {}) => ({ value: node.value, type: node.type, group: node.group ?? null });
  const place = metadata && {
    paragraph_id: metadata.paragraph_id ?? null,
    source_start: metadata.source_start ?? null,
    source_end: metadata.source_end ?? null,
    to_start: metadata.to_start ?? null,
    to_end: metadata.to_end ?? null,
    data_augmentation_task_id: metadata.data_augmentation_task_id ?? null,
  };
  return {
    relation,
    label: label ?? null,
    metadata: place ?? null,
    to: nodeOf(to),
    from: nodeOf(from ?? { value: rid, type: 'resource' }),
  };
}

/** Without members that are null. */
function filled<T extends object>(value: T): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null && member !== undefined));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
