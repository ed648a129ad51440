import type { EntityManager } from 'typeorm';
import { ZoneEntity } from './zone.entity';

/** Where clients reach the zones that are hosts of their own, by slug. */
export async function originsOfZonesElsewhere(tx: EntityManager): Promise<readonly string[]> {
  const zones = await tx.find(ZoneEntity, { where: { isRemote: true }, order: { slug: 'ASC' } });
  return zones.map(({ origin }) => origin);
}
