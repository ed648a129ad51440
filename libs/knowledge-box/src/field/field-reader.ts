import type { Principal } from '@lectern/contracts/core';
import {
  type ExtractedPart,
  type FieldAugmentation,
  type FieldLetter,
  type FieldShow,
  fieldTypeOfLetter,
  type ResourceShow,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import {
  FieldContentRepository,
  FieldEnvelope,
  type FieldHead,
  type FieldKey,
  fieldOfSplit,
  type FieldRows,
  type FieldsOfResource,
  type FieldsOfResources,
  identOfSplit,
  VectorsetRepository,
  type WantedContent,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { DeletedMessage } from '../conversation/conversation-reader';
import { paragraphVectors, splitOf, wholeContent } from '../extracted/extracted-data';
import type { StoredField } from './field-document';
import { fieldGroups, isLarge } from '../extracted/field-groups';
import type { GenericVectors } from './generic-field';
import { LargeFields } from './large-fields';

const HEADS_MAX = 1_000;

/** The parts of fields to show. */
export interface FieldsShown {
  readonly show: readonly (ResourceShow | FieldShow)[];
  readonly extracted: readonly ExtractedPart[];
  readonly vectorset?: string;
}

/** The caller of a field read and the parts to show. */
export interface FieldCall {
  readonly wanted: WantedContent;
  readonly principal: Principal;
}

/** Reads fields with their processing results, each in a single version. */
@Injectable()
export class FieldReader {
  constructor(
    private readonly transactions: Transactions,
    private readonly contents: FieldContentRepository,
    private readonly large: LargeFields,
    private readonly vectorsets: VectorsetRepository,
    private readonly envelope: FieldEnvelope,
  ) {}

  /** Determines the data to read. Vectors come from the oldest vectorset unless another is named. */
  async wanted(kbid: string, { show, extracted, vectorset }: FieldsShown): Promise<WantedContent> {
    const hasStatus = show.some((part) => part === 'error' || part === 'errors');
    if (!show.includes('extracted')) return { extracted: false, hasStatus };
    if (!extracted.includes('vectors')) return { extracted: true, hasStatus };
    const named = vectorset ?? (await this.transactions.read((tx) => this.vectorsets.default(kbid, tx)))?.id;
    return { extracted: true, hasStatus, vectorset: named };
  }

  /**
   * Prepares to read fields of a resource.
   *
   * @returns reads fields of one kind ordered by id, in non-empty groups. A large field forms its own group, and its
   *   extracted content is read lazily
   */
  async reader(
    fields: FieldsOfResource,
    call: FieldCall,
  ): Promise<(letter: FieldLetter) => AsyncGenerator<readonly StoredField[]>> {
    const heads = await this.heads(fields, call, '');
    const known = heads.length < HEADS_MAX ? heads : undefined;
    return (letter) =>
      this.read(
        { ...fields, letters: [letter] },
        call,
        known?.filter((head) => head.letter === letter),
      );
  }

  /**
   * Fields whose rows were read with their resource; all of them are small.
   *
   * @param findings results of agents for any of the resource's fields
   */
  storedOf(
    rows: FieldRows,
    findings: readonly FieldAugmentation[],
    { wanted, principal }: FieldCall,
  ): readonly StoredField[] {
    const stored = storedFields(rows).map((one) => this.forReader(one, principal));
    const [conversations, others] = partition(stored, ({ field }) => field.letter === 'c');
    const whole = [...this.large.withStructures(others), ...this.large.withSplits(conversations, wanted)];
    return wanted.extracted || wanted.hasStatus ? augmentedBy(whole, () => findings) : whole;
  }

  /** @param known all fields, if already known */
  private async *read(
    fields: FieldsOfResource,
    call: FieldCall,
    known?: readonly FieldHead[],
  ): AsyncGenerator<readonly StoredField[]> {
    let heads = known ?? (await this.heads(fields, call, ''));
    while (heads.length > 0) {
      for (const group of fieldGroups(heads)) {
        const stored = await this.load(fields, group, call);
        if (stored.length > 0) yield stored;
      }
      const last = heads.length < HEADS_MAX ? undefined : heads.at(-1);
      heads = last ? await this.heads(fields, call, last.id) : [];
    }
  }

  async find(key: FieldKey, call: FieldCall): Promise<StoredField | undefined> {
    const head = await this.transactions.read((tx) => this.contents.findHead(key, call.wanted, tx));
    return head && (await this.load({ ...key, letters: [key.letter] }, [head], call))[0];
  }

  /** Minimum size of some fields of some resources. */
  bytesOf(fields: FieldsOfResources, wanted: WantedContent): Promise<number> {
    return this.transactions.read((tx) => this.contents.totalBytes(fields, wanted, tx));
  }

  /** Complete fields of some resources, by resource, without secrets and word positions. */
  async readMany(
    fields: FieldsOfResources,
    wanted: WantedContent,
  ): Promise<ReadonlyMap<string, readonly StoredField[]>> {
    const [rows, deleted, found] = await this.transactions.read((tx) =>
      Promise.all([
        this.contents.listRows(fields, wanted, tx),
        fields.letters.includes('c') && wanted.extracted ? this.large.deletedIdents(fields, tx) : [],
        wanted.extracted || wanted.hasStatus ? this.contents.listAugmentations(fields, tx) : undefined,
      ]),
    );
    return Map.groupBy(augmented(storedFields(rows, deleted), found), ({ field }) => field.rid);
  }

  /** Vectors of titles and summaries, if those embedded are current. */
  async genericVectors(kbid: string, rids: readonly string[], wanted: WantedContent): Promise<GenericVectors> {
    if (wanted.vectorset === undefined) return new Map();
    const generics = { kbid, rids, letters: ['a'] } as const;
    const { extracted, vectors } = await this.transactions.read((tx) => this.contents.listRows(generics, wanted, tx));
    const embedded = byKey(vectors);
    return new Map(
      extracted.flatMap((row) => {
        const own = embedded.get(fieldKeyText(row));
        const isPresent = own?.seqid === row.seqid;
        return isPresent ? [[`${row.rid}/${row.id}`, paragraphVectors(row.paragraphs, own.vectors)] as const] : [];
      }),
    );
  }

  private heads(fields: FieldsOfResource, { wanted }: FieldCall, after: string): Promise<readonly FieldHead[]> {
    return this.transactions.read((tx) => this.contents.listHeads(fields, wanted, { after, limit: HEADS_MAX, tx }));
  }

  /** @param group fields of one kind */
  private async load(
    { kbid, rid, letters }: FieldsOfResource,
    group: readonly FieldHead[],
    { wanted, principal }: FieldCall,
  ): Promise<readonly StoredField[]> {
    const isUnread = wanted.extracted && isLarge(group);
    const fields = { kbid, letters, rids: [rid], ids: group.map(({ id }) => id) };
    const read = isUnread ? { extracted: false } : wanted;
    const [rows, found] = await this.transactions.read((tx) =>
      Promise.all([
        this.contents.listRows(fields, read, tx),
        wanted.extracted || wanted.hasStatus ? this.contents.listAugmentations(fields, tx) : undefined,
      ]),
    );
    const stored = storedFields(rows).map((one) => this.forReader(one, principal));
    if (letters.includes('c')) return augmented(this.large.withSplits(stored, wanted), found);
    if (!isUnread) return augmented(this.large.withStructures(stored), found);
    const unread = stored.map(async ({ field }) => {
      const key = { kbid, rid, letter: field.letter, id: field.id };
      return { field, extracted: await this.large.find(key, wanted.vectorset) };
    });
    return augmented(this.large.withStructures(await Promise.all(unread)), found);
  }

  /** Readers see the names of a field's secrets; writers also see their values. */
  private forReader(stored: StoredField, { roles }: Principal): StoredField {
    return roles.includes('WRITER') ? { ...stored, field: this.envelope.opened(stored.field) } : stored;
  }
}

/** @param deleted deleted messages of all conversations in the rows, if the processing results of messages were read */
function storedFields({ fields, extracted, vectors }: FieldRows, deleted?: readonly DeletedMessage[]): StoredField[] {
  const [extractedOf, vectorsOf] = [byKey(extracted), Map.groupBy(vectors, fieldKeyText)];
  const splitsOf = deleted && Map.groupBy(extracted.filter(isSplit), ({ rid, id }) => `${rid}/c/${fieldOfSplit(id)}`);
  return fields.map((field) => {
    const key = fieldKeyText(field);
    const found = extractedOf.get(key);
    if (!found) return { field };
    const content = wholeContent(found, vectorsOf.get(key));
    if (field.letter !== 'c' || !deleted) return { field, extracted: content };
    const present = (splitsOf?.get(key) ?? []).map((split) => splitOf(split, vectorsOf.get(fieldKeyText(split))));
    const gone = deleted.filter(({ rid, id }) => rid === field.rid && id === field.id).map(({ ident }) => ident);
    return { field, extracted: { ...content, splits: { present, deleted: gone } } };
  });
}

/** @param found results of agents, by resource */
function augmented(
  stored: readonly StoredField[],
  found: ReadonlyMap<string, readonly FieldAugmentation[]> = new Map(),
): readonly StoredField[] {
  return found.size === 0 ? stored : augmentedBy(stored, (rid) => found.get(rid) ?? []);
}

function augmentedBy(
  stored: readonly StoredField[],
  foundIn: (rid: string) => readonly FieldAugmentation[],
): readonly StoredField[] {
  return stored.map(({ field, extracted }) => {
    const all = foundIn(field.rid);
    const type = fieldTypeOfLetter[field.letter];
    const augmentations = all.filter((one) => one.field.field_type === type && one.field.field === field.id);
    if (augmentations.length === 0) return { field, extracted };
    return { field, extracted: extracted && { ...extracted, augmentations }, findings: augmentations };
  });
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

function isSplit({ id, letter }: FieldKey): boolean {
  return letter === 'c' && identOfSplit(id) !== undefined;
}

function byKey<T extends FieldKey>(rows: readonly T[]): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [fieldKeyText(row), row]));
}

function fieldKeyText({ rid, letter, id }: FieldKey): string {
  return `${rid}/${letter}/${id}`;
}
