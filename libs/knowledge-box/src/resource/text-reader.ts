import type { TextsByField, TextsFound, TextsQuery } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { FieldContentRepository, isVisibleTo, ResourceRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';

/** Reads the text of resources, up to a limit. */
@Injectable()
export class TextReader {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly contents: FieldContentRepository,
  ) {}

  /** Texts by the requested id or slug. If no field has text, a summary given by a user is used. */
  async read({ kbid, ids, visibility, charsMax }: TextsQuery): Promise<TextsFound> {
    return this.transactions.read(async (tx) => {
      const found = await this.resources.findManyNamed(kbid, ids, tx);
      const visible = [...found].filter(([, resource]) => isVisibleTo(resource, visibility));
      const rids = [...new Set(visible.map(([, { id }]) => id))];
      const texts = await this.contents.listTexts({ kbid, rids, charsMax }, tx);
      const byResource = Map.groupBy(texts, ({ rid }) => rid);
      const resources = visible.map(([name, { id, summary }]): [string, TextsByField] => {
        const fields = (byResource.get(id) ?? []).map((field) => [`${field.letter}/${field.id}`, field.text]);
        if (fields.length > 0) return [name, Object.fromEntries(fields)];
        return [name, summary ? { 'a/summary': summary.slice(0, charsMax) } : {}];
      });
      const pending = visible.flatMap(([name, { status }]) => (status === 'PENDING' ? [name] : []));
      return { resources: Object.fromEntries(resources), pending };
    });
  }
}
