import {
  extractedParts,
  type FieldData,
  getField,
  type Resource,
  resourceShows,
} from '@lectern/contracts/knowledge-box';
import type { KnowledgeBoxClient } from './client';
import type { Expected } from './expected-resource';

/** Names of values that exist without having been sent; otherwise they would go unnoticed. */
const COUNTED = /^(texts|files|links|conversations|key_values|messages|annotations)\//;

/** A resource as it is read, by the names of its expected values. */
export async function readingOf(kb: KnowledgeBoxClient, rid: string): Promise<Expected> {
  const resource = await kb.resource(rid, { show: [...resourceShows], extracted: [...extractedParts] });
  const { data = {}, metadata, usermetadata, relations, fieldmetadata = [] } = resource;
  if (data.generics?.['title']?.value !== resource.title) throw new Error('The title is another one as a field');
  const [files, messages] = await Promise.all([bytesOf(kb, rid, data.files), messagesOf(kb, rid, data.conversations)]);
  return {
    ...membersOf(resource),
    metadata: metadata?.metadata,
    language: metadata?.language,
    languages: metadata?.languages,
    labels: usermetadata?.classifications,
    relations: JSON.stringify(relations) === JSON.stringify(usermetadata?.relations) ? relations : 'shown in two ways',
    ...Object.fromEntries(fieldmetadata.map((one) => [`annotations/${one.field.field_type}/${one.field.field}`, one])),
    ...valuesOf('texts', data.texts),
    ...valuesOf('files', data.files),
    ...valuesOf('links', data.links),
    ...valuesOf('key_values', data.key_values),
    ...valuesOf('conversations', data.conversations),
    ...Object.fromEntries([...files, ...messages]),
  };
}

/**
 * Faults of a reading, a line for each name: another value than the expected one, or a value that nobody
 * sent.
 */
export function differences(expected: Expected, reading: Expected): readonly string[] {
  const wanted = Object.entries(expected).flatMap(([name, value]) => {
    const isExpected = value !== undefined || COUNTED.test(name);
    const read = readAs(name, value, reading);
    return isExpected && canonical(value) !== canonical(read)
      ? [`${name} is ${canonical(read)}, not ${canonical(value)}`]
      : [];
  });
  const extra = Object.keys(reading).filter((name) => COUNTED.test(name) && !Object.hasOwn(expected, name));
  return [...wanted, ...extra.map((name) => `${name} was not sent: ${canonical(reading[name])}`)];
}

function readAs(name: string, expected: unknown, reading: Expected): unknown {
  if (name === 'languages') return sharedLanguages(expected, reading[name]);
  return name === 'origin' ? originWithoutFile(expected, reading) : reading[name];
}

/** Where nobody gave a file name, or an empty one, that of a file or link of the resource may stand there. */
function originWithoutFile(expected: unknown, reading: Expected): unknown {
  // As resources have it.
  const { filename: given } = (expected ?? {}) as { readonly filename?: string };
  const { filename, ...origin } = (reading['origin'] ?? {}) as { readonly filename?: string }; // as above
  if (!filename || given) return reading['origin'];
  const fields = Object.entries(reading).filter(([name]) => /^(files|links)\//.test(name));
  const isOfField = fields.some(([, value]) => [filename, encodeURI(filename)].some((one) => holds(value, one)));
  return isOfField ? { ...origin, ...(given !== undefined && { filename: given }) } : reading['origin'];
}

function holds(value: unknown, text: string): boolean {
  return canonical(value).includes(JSON.stringify(text).slice(1, -1));
}

function membersOf({ slug, title, summary, icon, thumbnail, hidden, security, extra, origin }: Resource): Expected {
  return { slug, title, summary, icon, thumbnail, hidden, security, extra, origin };
}

type Fields = Readonly<Record<string, FieldData>> | undefined;

function valuesOf(type: string, fields: Fields): Expected {
  return Object.fromEntries(
    Object.entries(fields ?? {}).map(([id, { value }]) => {
      if (typeof value !== 'object' || !('added' in value)) return [`${type}/${id}`, value];
      const { added: _, ...sent } = value;
      return [`${type}/${id}`, sent];
    }),
  );
}

async function bytesOf(kb: KnowledgeBoxClient, rid: string, files: Fields) {
  const stored = Object.entries(files ?? {}).filter(
    ([, { value }]) => typeof value === 'object' && 'file' in value && !value.external,
  );
  return Promise.all(
    stored.map(async ([id]) => [`bytes/${id}`, (await kb.download(rid, id)).toString('base64')] as const),
  );
}

async function messagesOf(kb: KnowledgeBoxClient, rid: string, conversations: Fields) {
  return Promise.all(
    Object.keys(conversations ?? {}).map(async (field_id) => {
      const params = { rid, field_type: 'conversation', field_id } as const;
      const { value } = await kb.api(getField, { params, query: { page: 'first' } });
      const messages = typeof value === 'object' && 'messages' in value ? value.messages : value;
      return [`messages/${field_id}`, messages] as const;
    }),
  );
}

/** Processing adds languages of its own. */
function sharedLanguages(sent: unknown, read: unknown): unknown {
  if (!Array.isArray(sent) || !Array.isArray(read)) return read;
  return read.filter((one) => sent.includes(one)).toSorted();
}

/** JSON whose members have one order. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? 'absent'
  );
}
