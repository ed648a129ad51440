import { AppError } from '@lectern/contracts/core';
import { LessThan, MoreThan } from 'typeorm';
import type { EntityManager, FindOptionsOrder, FindOptionsWhere, QueryDeepPartialEntity } from 'typeorm';

/** Uploads of one owner that are neither complete nor expired. */
const ACTIVE_MAX = 10_000;
const RETRY_AFTER_S = 60;
/** With chunks of 5 MiB, a file of 5 GiB has about a thousand. */
const PARTS_MAX = 10_000;
/** The only character that no Postgres text can contain. */
const NUL = '\0';

/** Identifies an upload: its owner, in a column of this name, and its id. */
export type UploadKey<O extends string> = Readonly<Record<O, string>> & { readonly id: string };

/** A row of an upload in several requests. */
export type UploadRow<O extends string> = Record<O, string> & { id: string; expires: Date };

/** A row for a part of an upload in the blob store. */
export type UploadPartRow<O extends string> = Record<O, string> & {
  uploadId: string;
  /** Offset of the part in the upload, in bytes. */
  start: number;
  blobKey: string;
};

export interface UploadTables<O extends string, U, P> {
  readonly upload: new () => U;
  readonly part: new () => P;
  /** Owner column of both tables. */
  readonly owner: O;
  /** Condition for an incomplete upload. */
  readonly unfinished: FindOptionsWhere<U>;
  /** For messages: "The account". */
  readonly ownerName: string;
}

/** Rows of uploads in several requests, and of their parts. Expired ones are invisible. */
export class UploadStore<O extends string, U extends UploadRow<O>, P extends UploadPartRow<O>> {
  constructor(private readonly tables: UploadTables<O, U, P>) {}

  async find(key: UploadKey<O>, now: Date, tx: EntityManager): Promise<U | undefined> {
    if (key.id.includes(NUL)) return undefined;
    return (await tx.findOneBy(this.tables.upload, this.live(key, now))) ?? undefined;
  }

  /** @throws AppError `not_found` */
  async get(key: UploadKey<O>, now: Date, tx: EntityManager): Promise<U> {
    return knownUpload(await this.find(key, now, tx), key.id);
  }

  /** Locks the upload until the transaction ends. @throws AppError `not_found` */
  async lock(key: UploadKey<O>, now: Date, tx: EntityManager): Promise<U> {
    if (key.id.includes(NUL)) throw unknownUpload(key.id);
    const lock = { mode: 'pessimistic_write' } as const;
    return knownUpload(
      (await tx.findOne(this.tables.upload, { where: this.live(key, now), lock })) ?? undefined,
      key.id,
    );
  }

  /** The same, including expired ones. */
  async findForUpdate(key: UploadKey<O>, tx: EntityManager): Promise<U | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await tx.findOne(this.tables.upload, { where: this.ofKey(key), lock })) ?? undefined;
  }

  /** @throws AppError `rate_limited` when the owner has too many uploads that are neither complete nor expired */
  async insert(upload: U, now: Date, tx: EntityManager): Promise<void> {
    const { owner, unfinished, ownerName } = this.tables;
    const active = { ...unfinished, [owner]: upload[owner], expires: MoreThan(now) };
    if ((await tx.countBy(this.tables.upload, columns<U>(active))) >= ACTIVE_MAX) throw tooManyUploads(ownerName, now);
    await tx.insert(this.tables.upload, values<U>(upload));
  }

  /** Stores changes of a locked upload. */
  async update(upload: U, tx: EntityManager): Promise<void> {
    const members: Record<string, unknown> = { ...upload };
    delete members[this.tables.owner];
    delete members['id'];
    await tx.update(this.tables.upload, this.ofKey(upload), values<U>(members));
  }

  /** @throws AppError `precondition_failed` when the upload has too many parts */
  async addPart(part: P, tx: EntityManager): Promise<void> {
    const of = columns<P>({ [this.tables.owner]: part[this.tables.owner], uploadId: part.uploadId });
    if ((await tx.countBy(this.tables.part, of)) >= PARTS_MAX) throw tooManyParts();
    await tx.insert(this.tables.part, values<P>(part));
  }

  /** Keys of blobs, in the order of the bytes. */
  async listParts(key: UploadKey<O>, tx: EntityManager): Promise<readonly string[]> {
    const parts = await tx.findBy(this.tables.part, this.partsOf(key));
    return parts.toSorted((one, other) => one.start - other.start).map(({ blobKey }) => blobKey);
  }

  /** @returns its offset in the file; undefined for a part of another upload */
  async deletePart(key: UploadKey<O>, blobKey: string, tx: EntityManager): Promise<number | undefined> {
    const where = { ...this.partsOf(key), ...columns<P>({ blobKey }) };
    const part = await tx.findOneBy(this.tables.part, where);
    await tx.delete(this.tables.part, where);
    return part?.start;
  }

  /** @returns keys of their blobs, which no row references any more */
  async deleteParts(key: UploadKey<O>, tx: EntityManager): Promise<readonly string[]> {
    const blobs = await this.listParts(key, tx);
    await tx.delete(this.tables.part, this.partsOf(key));
    return blobs;
  }

  async delete(key: UploadKey<O>, tx: EntityManager): Promise<void> {
    await tx.delete(this.tables.upload, this.ofKey(key));
  }

  /** Locks expired uploads, the earliest first, without those that others work on. */
  async lockExpired(now: Date, limit: number, tx: EntityManager): Promise<readonly U[]> {
    return tx.find(this.tables.upload, {
      where: columns<U>({ expires: LessThan(now) }),
      // As in `columns`.
      order: { expires: 'ASC' } as FindOptionsOrder<U>,
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  private live(key: UploadKey<O>, now: Date): FindOptionsWhere<U> {
    return { ...this.ofKey(key), ...columns<U>({ expires: MoreThan(now) }) };
  }

  private ofKey(key: UploadKey<O>): FindOptionsWhere<U> {
    return columns({ [this.tables.owner]: key[this.tables.owner], id: key.id });
  }

  private partsOf(key: UploadKey<O>): FindOptionsWhere<P> {
    return columns({ [this.tables.owner]: key[this.tables.owner], uploadId: key.id });
  }
}

/** There is no upload with this id, or none of this kind. */
export function unknownUpload(id: string): AppError {
  return new AppError('not_found', `Resumable URI not found for upload_id: ${id}`);
}

function knownUpload<U>(upload: U | undefined, id: string): U {
  if (!upload) throw unknownUpload(id);
  return upload;
}

function tooManyUploads(ownerName: string, now: Date): AppError {
  const message = `${ownerName} has ${ACTIVE_MAX} unfinished uploads`;
  const detail = { message, try_after: now.getTime() / 1_000 + RETRY_AFTER_S };
  return new AppError('rate_limited', message, { detail, headers: { 'Retry-After': String(RETRY_AFTER_S) } });
}

function tooManyParts(): AppError {
  return new AppError('precondition_failed', `An upload has at most ${PARTS_MAX} parts: send larger ones`);
}

function columns<T>(where: object): FindOptionsWhere<T> {
  // A computed column name loses its type; the names used here are columns of both tables.
  return where as FindOptionsWhere<T>;
}

function values<T>(row: object): QueryDeepPartialEntity<T> {
  // The same for rows.
  return row as QueryDeepPartialEntity<T>;
}
