import type { StoredParagraph } from '@lectern/contracts/core';
import { type FieldType, fieldTypes, type Resource } from '@lectern/contracts/knowledge-box';
import {
  AUGMENTED_MESSAGES_MAX,
  type FieldExtensionStrategy,
  type FullResourceStrategy,
  type HierarchyStrategy,
  type MetadataExtensionStrategy,
  type NeighbouringParagraphsStrategy,
} from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { fieldIdOf, typeOf } from '../../hydrate/hydrated-resources';
import type { Projection } from '../../results/box-resources';
import { type ContextEntry, withEntries, hasRoom } from './context-entry';
import { ContextReader, type Reading } from './context-reader';
import { hierarchyEntries, textBehind } from './hierarchy';
import { metadataProjection, metadataText } from './metadata-text';
import { neighbourEntries } from './neighbours';
import {
  allFieldsOf,
  extendedEntries,
  extendedFieldsOf,
  fieldEntries,
  resourcesOfEntries,
  resourcesToExpand,
  wholeResourceEntries,
} from './whole-fields';

/** Paragraphs on each side of another one; more than any model can read. */
const NEIGHBOURS_MAX = AUGMENTED_MESSAGES_MAX;
/** Most paragraphs have at least this many code points. */
const PARAGRAPH_CHARS_MIN = 40;
/** Resources whose fields or metadata are read. */
const RESOURCES_MAX = 500;

type Entries = readonly ContextEntry[];

/** The results, what else may be read, and the token budget. */
export interface StepContext extends Reading {
  /** The results, best first. */
  readonly found: readonly StoredParagraph[];
  /** The only resource that is asked about; it is passed whole. */
  readonly wholeResource?: string;
  /** Resources of the results, by id. */
  readonly resources: Readonly<Record<string, Resource>>;
  /** Token limit of the context. */
  readonly tokensMax: number;
}

/** The strategies that add texts of resources to the context. */
@Injectable()
export class ContextSteps {
  constructor(private readonly reader: ContextReader) {}

  /** @throws AppError `unavailable` */
  async fullResource(entries: Entries, of: StepContext, strategy: FullResourceStrategy): Promise<Entries> {
    const candidates = of.wholeResource ? [of.wholeResource] : resourcesToExpand(of.found, strategy);
    const { fields, tooLarge } = await this.wholeResources(candidates.slice(0, strategy.count ?? RESOURCES_MAX), of);
    const dropped = candidates.filter((rid) => !strategy.include_remaining_text_blocks && !tooLarge.includes(rid));
    return wholeResourceEntries(entries, fields, new Set(dropped));
  }

  /** Yields all fields of the resources until the context is full. @throws AppError `unavailable` */
  async wholeResources(rids: readonly string[], of: Reading & Pick<StepContext, 'tokensMax'>) {
    const fields: ContextEntry[] = [];
    const unread: string[] = [];
    for await (const { resources, tooLarge } of this.reader.resources(rids, of, textsOfTypes(fieldTypes))) {
      for (const resource of Object.values(resources))
        fields.push(...fieldEntries(allFieldsOf(resource), resources, 'full_resource'));
      unread.push(...tooLarge);
      if (!hasRoom(fields, of.tokensMax)) break;
    }
    return { fields, tooLarge: unread };
  }

  /** @throws AppError `unavailable` */
  async hierarchy(entries: Entries, of: StepContext, { count }: HierarchyStrategy): Promise<Entries> {
    const behind = new Map<string, string>();
    const after = Math.ceil(count / PARAGRAPH_CHARS_MIN);
    const ids = of.found.map(({ id }) => id);
    if (count > 0)
      for await (const { paragraphs, neighbours = {} } of this.reader.around(ids, of, { before: 0, after })) {
        const byId = new Map(paragraphs.map((one) => [one.id, one]));
        for (const [id, { after: ids }] of Object.entries(neighbours))
          behind.set(
            id,
            textBehind(
              ids.flatMap((next) => byId.get(next) ?? []),
              count,
            ),
          );
      }
    const found = new Set(ids);
    const others = entries.filter(({ key }) => !found.has(key));
    return withEntries(others, hierarchyEntries(of.found, { resources: of.resources, behind }));
  }

  /** @throws AppError `unavailable` */
  async neighbours(entries: Entries, of: StepContext, strategy: NeighbouringParagraphsStrategy): Promise<Entries> {
    const before = Math.min(strategy.before, NEIGHBOURS_MAX);
    const after = Math.min(strategy.after, NEIGHBOURS_MAX);
    const ids = of.found.map(({ id }) => id);
    let all = entries;
    if (before + after === 0) return all;
    for await (const around of this.reader.around(ids, of, { before, after })) {
      all = withEntries(all, neighbourEntries(ids, around));
      if (!hasRoom(all, of.tokensMax)) break;
    }
    return all;
  }

  /** @throws AppError `unavailable` */
  async fieldExtension(entries: Entries, of: StepContext, strategy: FieldExtensionStrategy): Promise<Entries> {
    const types = strategy.fields.flatMap((field) => typeOf(`/${field.replace(/^\/+/, '')}`) ?? []);
    const generated = strategy.data_augmentation_field_prefixes.length > 0 ? (['text'] as const) : [];
    const wanted = [...new Set([...types, ...generated])];
    if (wanted.length === 0) return entries;
    const fields: ContextEntry[] = [];
    const rids = resourcesOfEntries(entries).slice(0, RESOURCES_MAX);
    for await (const { resources } of this.reader.resources(rids, of, textsOfTypes(wanted))) {
      for (const resource of Object.values(resources))
        fields.push(...fieldEntries(extendedFieldsOf(resource, strategy), resources, 'field_extension'));
      if (!hasRoom(fields, of.tokensMax)) break;
    }
    return extendedEntries(entries, fields);
  }

  /** @throws AppError `unavailable` */
  async metadata(entries: Entries, of: StepContext, { types }: MetadataExtensionStrategy): Promise<Entries> {
    const fieldsRead = [...new Set(entries.flatMap(({ rid, key }) => (rid === undefined ? [] : (typeOf(key) ?? []))))];
    const rids = resourcesOfEntries(entries).slice(0, RESOURCES_MAX);
    const found = new Map<string, Resource>();
    for await (const { resources } of this.reader.resources(rids, of, metadataProjection(types, fieldsRead)))
      for (const [rid, resource] of Object.entries(resources)) found.set(rid, resource);
    const texts = new Map<string, string>();
    const textOf = (resource: Resource, fieldId: string) => {
      const text = texts.get(fieldId) ?? metadataText(resource, fieldId, types);
      texts.set(fieldId, text);
      return text;
    };
    return entries.map((entry) => {
      const resource = found.get(entry.rid ?? '');
      const text = resource ? textOf(resource, fieldIdOf(entry.key)) : '';
      if (text === '') return entry;
      const own = { isField: false, type: 'metadata_extension', parent: entry.key } as const;
      return { ...entry, text: entry.text + text, augmentation: entry.augmentation ?? own };
    });
  }
}

/** Texts of the fields of these types. */
export function textsOfTypes(types: readonly FieldType[]): Projection {
  return { show: ['basic', 'extracted'], field_type_filter: [...types], extracted: ['text'] };
}
