import type { EntityRename } from '@lectern/contracts/knowledge-box';
import type { UnderstoodField } from '@lectern/contracts/understanding';
import { lockName, postgresJson, prepared } from '@lectern/database';
import type { EntityManager } from 'typeorm';
import { EntityRenames, keptRenames } from './entity-renames';
import type { RenamedEntitiesEntity } from './renamed-entities.entity';

const FIND_SQL = 'SELECT renames, revision FROM renamed_entities WHERE kbid = $1';
const LIST_OF_BOXES_SQL = 'SELECT kbid, renames FROM renamed_entities WHERE kbid = ANY($1)';
const PUT_SQL = `
  INSERT INTO renamed_entities (kbid, renames) VALUES ($1, $2::jsonb)
  ON CONFLICT (kbid) DO UPDATE SET renames = excluded.renames, revision = renamed_entities.revision + 1`;
const RAISE_SQL = 'UPDATE renamed_entities SET revision = revision + 1 WHERE kbid = $1';

type Row = Pick<RenamedEntitiesEntity, 'kbid' | 'renames'>;

/** Renames that a box keeps. */
type KeptRenames = Readonly<Pick<RenamedEntitiesEntity, 'renames' | 'revision'>>;

export async function findEntityRenames(kbid: string, tx: EntityManager): Promise<KeptRenames> {
  const rows: KeptRenames[] = await tx.query(prepared(FIND_SQL), [kbid]);
  return rows[0] ?? { renames: [], revision: 0 };
}

/** Called when what a box has was renamed. */
export async function noteEntitiesRenamed(kbid: string, tx: EntityManager): Promise<void> {
  await tx.query(prepared(RAISE_SQL), [kbid]);
}

/** The names that entities have in boxes, by box; boxes without renames are omitted. */
export async function readEntityRenames(
  kbids: readonly string[],
  tx: EntityManager,
): Promise<ReadonlyMap<string, EntityRenames>> {
  if (kbids.length === 0) return new Map();
  const rows: Row[] = await tx.query(prepared(LIST_OF_BOXES_SQL), [[...new Set(kbids)]]);
  return new Map(rows.map(({ kbid, renames }) => [kbid, new EntityRenames(renames)]));
}

/** Results of processing with the names that entities have in their boxes; the same list when nothing is renamed. */
export async function withRenamedEntities<F extends { readonly kbid: string; readonly understood: UnderstoodField }>(
  found: readonly F[],
  tx: EntityManager,
): Promise<readonly F[]> {
  const kbids = found.filter(({ understood }) => understood.entities.length > 0).map(({ kbid }) => kbid);
  const names = await readEntityRenames(kbids, tx);
  if (names.size === 0) return found;
  return found.map((one) => {
    const { understood } = one;
    const entities = names.get(one.kbid)?.mentions(understood.entities) ?? understood.entities;
    return { ...one, understood: { ...understood, entities } };
  });
}

/** Keeps renames for what is found later. @throws AppError `invalid_request` when they are too many */
export async function keepEntityRenames(
  kbid: string,
  renames: readonly EntityRename[],
  tx: EntityManager,
): Promise<void> {
  await lockName(tx, `entity-renames/${kbid}`);
  const kept = keptRenames((await findEntityRenames(kbid, tx)).renames, renames);
  await tx.query(prepared(PUT_SQL), [kbid, postgresJson(kept)]);
}
