import type { FieldLetter } from '@lectern/contracts/knowledge-box';
import { prepared } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FieldKey } from './field.repository';
import { fieldsToEmbedSql, passagesSql } from './passage-statements.sql';
import { PARAGRAPHS_PER_PART } from './vector-parts';

/** A resource and the vectorset for which it is embedded. */
export interface ResourceToEmbed {
  readonly kbid: string;
  readonly rid: string;
  readonly vectorset: string;
}

/** A field with paragraphs, with the data needed to embed it. */
export interface FieldToEmbed extends FieldKey {
  readonly seqid: number;
  /** Title of the resource; empty if it has no meaningful one. */
  readonly title: string;
  /** Number of paragraphs. */
  readonly paragraphs: number;
  /** Stored parts of its vectors, ascending. */
  readonly parts: readonly number[];
  /** Whether it is marked as incompletely indexed. */
  readonly isUnembedded: boolean;
  /** All passages of a small field without stored parts; null for other fields, whose passages are read separately. */
  readonly passages?: Passages | null;
}

/** Consecutive paragraphs of a version of a field. */
export interface PassageRange extends FieldKey {
  readonly seqid: number;
  readonly from: number;
  readonly count: number;
}

/** A piece of a field's text and the paragraphs in it, with offsets in code points of the whole text. */
export interface Passages {
  readonly text: string;
  /** Offset of the piece. */
  readonly first: number;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Reads texts to embed, in bounded portions. */
@Injectable()
export class PassageRepository {
  /** In the order of the resources, without deleted ones. */
  async listFields(resources: readonly ResourceToEmbed[], tx: EntityManager): Promise<(readonly FieldToEmbed[])[]> {
    const column = <M extends keyof ResourceToEmbed>(member: M) => resources.map((resource) => resource[member]);
    const parameters = (['kbid', 'rid', 'vectorset'] as const).map(column);
    const sql = prepared(fieldsToEmbedSql);
    const rows: (FieldToEmbed & { number: number })[] = await tx.query(sql, [...parameters, PARAGRAPHS_PER_PART]);
    const byNumber = Map.groupBy(rows, ({ number }) => number);
    return resources.map((_, i) => byNumber.get(i + 1) ?? []);
  }

  /** In the order of the ranges; undefined if the version is outdated. */
  async list(ranges: readonly PassageRange[], tx: EntityManager): Promise<(Passages | undefined)[]> {
    const key = (member: 'kbid' | 'rid' | 'id') => ranges.map((range) => range[member]);
    const letters: readonly FieldLetter[] = ranges.map(({ letter }) => letter);
    const seqids = ranges.map(({ seqid }) => seqid);
    const [from, to] = [ranges.map((range) => range.from), ranges.map((range) => range.from + range.count - 1)];
    const parameters = [key('kbid'), key('rid'), letters, key('id'), seqids, from, to];
    const rows: (Passages & { number: number })[] = await tx.query(passagesSql, parameters);
    const byNumber = new Map(rows.map((row) => [row.number, row]));
    return ranges.map((_, i) => byNumber.get(i + 1));
  }
}
